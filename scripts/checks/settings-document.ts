import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allSettings, settingGroups } from '#server/platform/config/settings.ts'

export const document = fileURLToPath(new URL('../../docs/settings.md', import.meta.url))

const secrets = { file: 'yes, or `_FILE`', inline: 'yes' }

/** docs/settings.md, from the settings that the server reads. */
export function settingsDocument(): string {
  const tables = Object.keys(settingGroups).map((heading) =>
    [
      `## ${heading}\n`,
      '| name | default | meaning | secret |',
      '| --- | --- | --- | --- |',
      ...allSettings
        .filter(({ group }) => group === heading)
        .map((setting) => {
          const fallback = setting.default ? `\`${setting.default}\`` : (setting.without ?? '')
          return `| \`${setting.name}\` | ${fallback} | ${setting.meaning} | ${setting.secret ? secrets[setting.secret] : ''} |`
        }),
    ].join('\n'),
  )
  return `${[
    '# Settings',
    'Carefold reads its settings from environment variables. `node scripts/checks/settings-document.ts` writes this page from `server/platform/config/settings.ts`. None is needed for `npm start`.',
    'A secret marked `_FILE` may be in a file: `ENCRYPTION_KEY_FILE=/run/credentials/key`. In production the server refuses to start if a setting is missing or weak, and names it.',
    ...tables,
  ].join('\n\n')}\n`
}

if (import.meta.main) writeFileSync(document, settingsDocument())
