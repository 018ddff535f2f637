import { excerpt, plural, visibleText } from '../../base/text.ts';
import { type CalibratedConstraint, describeCalibration } from '../../constraints/calibration/calibrate.ts';
import type { FiringCounts } from '../../constraints/calibration/firing-tally.ts';
import type { Spectrum } from '../../constraints/calibration/spectrum.ts';
import type { PackCalibration } from '../../pipeline/calibrate-packs.ts';

const WIDTH = 80;
/** Patterns that are shown of a spectrum. */
const MOST_PATTERNS = 25;

/** A pack's calibration as a table of 80 columns, and why what is not kept is not. */
export function renderCalibration({ calibrated, runs, contradicted }: PackCalibration): string {
  const of = `${plural(runs.passing, 'passing run')}${runs.failing > 0 ? ` and ${plural(runs.failing, 'failing run')}` : ''}`;
  const lines = [
    ...wrapped(`${describeCalibration(calibrated)}; on ${of}`),
    '',
    row(['', 'constraint', 'passing', 'failing', 'precision', 'weight']),
    ...calibrated.map((one) => row(cellsOf(one))),
  ];
  const told = calibrated.filter(({ decision }) => decision !== 'keep');
  for (const { constraintId, decision, reason } of told) {
    lines.push('', ...wrapped(`${decision} ${constraintId}: ${reason}`));
  }
  const unsure = calibrated.filter(({ undecided, errors }) => undecided + errors > 0);
  for (const { constraintId, undecided, errors } of unsure) {
    const what = [
      ...(errors > 0 ? [`failed in ${plural(errors, 'run')}`] : []),
      ...(undecided > 0 ? [`could not tell in ${plural(undecided, 'run')}`] : []),
    ].join(', ');
    lines.push('', ...wrapped(`${constraintId}: ${what}`));
  }
  for (const group of ['passing', 'failing'] as const) {
    if (contradicted[group] === 0) continue;
    const said = `${plural(contradicted[group], 'run')} given as ${group} say the opposite of themselves: check what was given`;
    lines.push('', ...wrapped(said));
  }
  return `${lines.join('\n')}\n`;
}

const COLUMNS = [11, 28, 8, 8, 14, 6] as const;

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => (at < 2 ? cell.padEnd(COLUMNS[at] ?? 0) : cell.padStart(COLUMNS[at] ?? 0)))
    .join(' ')
    .trimEnd();

function cellsOf({ constraintId, decision, calibration }: CalibratedConstraint): readonly string[] {
  const { passing, failing, precision, weight } = calibration;
  const counts = (given: FiringCounts | null) => (given === null ? '-' : `${given.fired}/${given.runs}`);
  const interval =
    precision === null ? '-' : `${precision.value.toFixed(2)} ${precision.low.toFixed(2)}-${precision.high.toFixed(2)}`;
  return [decision, excerpt(constraintId, 28), counts(passing), counts(failing), interval, weight.toFixed(2)];
}

/** The patterns that separate failing from passing runs best, with their counts. */
export function renderSpectrum({ ranked, runs, compared, leftOut }: Spectrum): string {
  const head = `What separates ${plural(runs.failing, 'failing run')} from ${plural(runs.passing, 'passing run')}`;
  const width = WIDTH - 28;
  const rows = ranked.slice(0, MOST_PATTERNS).map(({ rank, text, ochiai, failing, passing, alike }) => {
    const cells = [String(rank).padStart(4), ochiai.toFixed(2).padStart(6)];
    const counts = [`${failing}/${runs.failing}`.padStart(7), `${passing}/${runs.passing}`.padStart(7)];
    const others = alike === 0 ? '' : ` (+${alike})`;
    return `${[...cells, ...counts].join(' ')}  ${excerpt(visibleText(text), width - others.length)}${others}`;
  });
  const notes = [
    ...(ranked.length > MOST_PATTERNS ? [`${ranked.length - MOST_PATTERNS} more separate too`] : []),
    `${compared} patterns compared: ${leftOut.rare} in too few failing runs, ${leftOut.notSeparating} no more frequent there than chance explains`,
    ...(ranked.some(({ alike }) => alike > 0) ? ['(+N): N other patterns stand in the very same runs.'] : []),
    ...(leftOut.overflow > 0 ? [`${leftOut.overflow} sightings not counted: too many patterns`] : []),
    'With so many, some separate by chance alone.',
  ];
  const table = rows.length === 0 ? ['  nothing does'] : ['rank ochiai failing passing  pattern', ...rows];
  return `${[head, '', ...table, '', ...notes.flatMap(wrapped)].join('\n')}\n`;
}

/** Lines of at most 80 columns, indented after the first. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of visibleText(text).split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
