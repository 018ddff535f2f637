import type { NotRead } from '../report.ts';
import { countOf } from './format-number.ts';

/** "2 files not read", "1 file and 3 trajectories not read"; null where everything was. */
export function notReadWords(notRead: NotRead | undefined): string | null {
  const { files, trajectories } = notRead ?? { files: 0, trajectories: 0 };
  const parts = [
    ...(files > 0 ? [countOf(files, 'file')] : []),
    ...(trajectories > 0 ? [countOf(trajectories, 'trajectory', 'trajectories')] : []),
  ];
  return parts.length === 0 ? null : `${parts.join(' and ')} not read`;
}
