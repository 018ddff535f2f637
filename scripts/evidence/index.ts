import type { EvidencePiece } from './piece.ts';
import { EVIDENCE } from './registry.ts';

const [name, ...args] = process.argv.slice(2);
const pieces: Readonly<Record<string, EvidencePiece>> = EVIDENCE;
const piece = name !== undefined && Object.hasOwn(pieces, name) ? pieces[name] : undefined;

if (piece === undefined) {
  if (name !== undefined) console.error(`there is no piece of evidence called ${name}; these are there:`);
  const width = Math.max(...Object.keys(pieces).map((one) => one.length));
  for (const [one, { title }] of Object.entries(pieces)) console.log(`${one.padEnd(width)}  ${title}`);
  if (name === undefined) console.log('\nRun one with: npm run evidence -- NAME');
  process.exitCode = name === undefined ? 0 : 2;
} else {
  const { run } = await piece.load();
  const verdict = await run({ args, print: (line) => console.log(line) });
  console.log(`${verdict.met === null ? 'SKIPPED' : verdict.met ? 'MET' : 'MISSED'}: ${verdict.text}`);
  process.exitCode = verdict.met === false ? 1 : 0;
}
