const SOFTWARE =
  /\b(?:repositor(?:y|ies)|codebase|unit tests?|test suite|pull request|github issue|pr[_ ]description|source code|bug ?fix|failing tests?|refactor)\b/i;

/** Whether a task is to change software: then test data, mocks and examples belong to the work. */
export const isSoftwareTask = (instruction: string | null): boolean =>
  SOFTWARE.test((instruction ?? '').slice(0, 20_000));
