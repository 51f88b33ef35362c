import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { secretSettings, withSecretFiles } from './secret-files.ts'

const files: Record<string, string> = { '/run/key': 'from the file\n', '/run/empty': '\n' }
const read = (path: string) => {
  const text = files[path]
  if (text === undefined) throw Object.assign(new Error('from the file'), { code: 'ENOENT' })
  return text
}

it('reads a secret from a file', () => {
  expect(withSecretFiles({ ENCRYPTION_KEY_FILE: '/run/key', PORT: '1' }, read)).toMatchObject({
    ENCRYPTION_KEY: 'from the file',
    PORT: '1',
  })
})

it.each([
  [{ ENCRYPTION_KEY: 'x', ENCRYPTION_KEY_FILE: '/run/key' }, 'both set'],
  [{ SMTP_URL_FILE: '/run/none' }, 'SMTP_URL_FILE cannot be read (ENOENT): /run/none'],
  [{ SMTP_URL_FILE: '/run/empty' }, 'SMTP_URL_FILE is empty'],
])('a file that cannot be meant is refused by its name (%#)', (env, message) => {
  expect(() => withSecretFiles(env, read)).toThrow(message)
  expect(() => readConfig(env)).toThrow(/_FILE/)
})

it('lists only settings that the configuration reads', () => {
  const sources = ['config.ts', 'database-nodes.ts', 'sign-in-settings.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  )
  const source = sources.join()
  for (const name of secretSettings) expect(source).toContain(`'${name}'`)
})
