/** What kind of failure a tool's result shows. */
export type FailureKind =
  | 'invocation' // the call itself was wrong: arguments, types, unknown tool
  | 'not-found' // what was asked for does not exist
  | 'refused' // a precondition or a business rule said no
  | 'access' // 401, 403, captcha, login wall, permission, content filter
  | 'infrastructure' // time-out, 5xx, connection, rate limit, out of memory
  | 'execution'; // code or command ran and failed

export interface ToolFailure {
  readonly kind: FailureKind;
  /** Offsets of the telling words in the result's text. */
  readonly start: number;
  readonly end: number;
}
