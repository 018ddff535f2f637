/**
 * Whether a tool runs code that an agent writes. A shell is none: there a command that fails or prints nothing is a way
 * of looking round, and says nothing of the one who typed it.
 */
export const runsCode = (tool: string): boolean =>
  /python|code|ipython|jupyter|interpreter|notebook|\brepl\b|script/i.test(tool) &&
  !/bash|shell|terminal|command/i.test(tool);
