// A worker of the command line whose thread dies over some files, as one that runs out of memory does.
export default async function diagnoseFile({ input }) {
  if (input.uri.includes('throw')) throw new Error('no luck');
  if (input.uri.includes('die')) {
    setImmediate(() => {
      throw new Error('the thread died');
    });
    await new Promise(() => {});
  }
  const error = { code: 'X', message: 'read', hint: '', exitCode: 2, uri: input.uri, format: null, stack: null };
  return [{ kind: 'error', error }];
}
