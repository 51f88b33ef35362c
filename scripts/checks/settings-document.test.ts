import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allSettings } from '#server/platform/config/settings.ts'
import { document, settingsDocument } from './settings-document.ts'

const names = allSettings.map(({ name }) => name)

it('docs/settings.md lists every setting', () => {
  expect(readFileSync(document, 'utf8'), 'run `node scripts/checks/settings-document.ts`').toBe(
    settingsDocument(),
  )
})

it('every setting is read by the server or by a command', () => {
  const sources = [...globSync('server/platform/config/*.ts'), ...globSync('scripts/*.ts')].map((path) =>
    readFileSync(path, 'utf8'),
  )
  const isRead = (name: string) => sources.some((text) => new RegExp(`'${name}'|env\\.${name}\\b`).test(text))
  // read by their pattern (server/platform/config/hook-settings.ts)
  expect(names.filter((name) => !isRead(name) && !name.startsWith('HOOK_<NAME>'))).toEqual([])
})

it.each(['.env.example', 'deploy/env.example'])('%s names only settings that exist', (path) => {
  const named = [...readFileSync(path, 'utf8').matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name = '']) => name,
  )
  const known = (name: string) =>
    (names as string[]).includes(
      name.replace(/_FILE$/, '').replace(/^HOOK_.*(?=_URI|_SECRETS)/, 'HOOK_<NAME>'),
    )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known(name))).toEqual([])
})
