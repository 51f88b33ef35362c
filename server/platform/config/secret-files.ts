import { readFileSync } from 'node:fs'
import { allSettings } from './settings.ts'

/** Secrets that `SETTING_FILE` may read from a file: systemd credentials, container secrets, a vault agent. */
export const secretSettings = allSettings.filter(({ secret }) => secret === 'file').map(({ name }) => name)

/**
 * Replaces each `SETTING_FILE` with the trimmed content of its file.
 * @throws Error in one line, without the file's content
 */
export function withSecretFiles(
  env: Record<string, string | undefined>,
  read = (path: string) => readFileSync(path, 'utf8'),
): Record<string, string | undefined> {
  const found: Record<string, string> = {}
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new Error(`${name} and ${name}_FILE are both set: leave one of them out`)
    try {
      found[name] = read(path).trim()
    } catch (error) {
      throw new Error(
        `${name}_FILE cannot be read (${(error as { code?: string }).code ?? 'error'}): ${path}`,
      )
    }
    if (!found[name]) throw new Error(`${name}_FILE is empty: ${path}`)
  }
  return { ...env, ...found }
}
