import { CONFIG_FILES } from '../../src/config/load-config-file.ts';
import { SETTINGS, type Setting } from '../../src/config/settings.ts';
import { code, definePage, markdownTable } from './page.ts';

export default definePage({
  path: 'docs/reference/configuration.md',
  render() {
    const rows = Object.entries<Setting>(SETTINGS).map(([name, setting]) => [
      code(name),
      code(setting.flag),
      code(setting.env),
      code(JSON.stringify(setting.default)),
      setting.description,
    ]);
    return `# Configuration

Each setting can be given as a flag, as an environment variable or in a configuration file. A flag wins over a variable,
a variable over the file, the file over the default. \`culprit diagnose --print-config\` prints every setting with the
place it comes from.

${markdownTable(['Setting', 'Flag', 'Variable', 'Default', 'Does'], rows)}

\`NO_COLOR\` and \`FORCE_COLOR\` decide on colour where no setting does.

## The file

${CONFIG_FILES.map(code).join(', ')}: the first of them that is found, in the working folder or the nearest folder above
it; \`--config FILE\` names one. A key that is no setting is an error.

\`\`\`ts
// culprit.config.ts
import { defineConfig } from 'culprit';

export default defineConfig({
  target: 'firstAnomaly',
  failOn: ['failed', 'category:system-failure'],
});
\`\`\`

A configuration file that is code is run, as with any such tool: start Culprit only in folders that you trust, or name a
\`culprit.config.json\`.`;
  },
});
