import type { CallRecord } from '../../../trajectory/index-trajectory.ts';

/** Verbs of tools that change something; such calls decide runs more often than reads do. */
const WRITE =
  /(?:^|[_\-. ])(?:cancel|modify|update|return|exchange|book|delete|remove|create|add|send|set|submit|write|post|put|insert|edit|pay|purchase|transfer|refund|apply|commit|move|change)(?:[_\-. A-Z]|$)/i;

/** Whether a call changes something outside, by the verb in its tool's name. Code is not looked into. */
export const isWrite = (record: CallRecord): boolean => !record.call.inferred && WRITE.test(record.call.name);
