import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { paths } from '#domain/paths.ts'
import type { Permission } from '#domain/permissions.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { matchingGroups } from '#web/features/shell/palette-options.ts'
import { settingsCards } from './settings-cards.ts'

const all = settingsCards(() => true)
const found = (typed: string) =>
  matchingGroups([all], typed).flatMap(({ options }) => options.map(({ path }) => path))

it('each card is offered, and a component draws it under its id', () => {
  expect(all.options).toHaveLength(Object.keys(settingsCardIds).length)
  const sources = readdirSync('web/features', { recursive: true })
    .filter((name) => String(name).endsWith('.tsx'))
    .map((name) => readFileSync(`web/features/${name}`, 'utf8'))
    .join('\n')
  for (const card of Object.keys(settingsCardIds)) expect(sources).toContain(`id={settingsCardIds.${card}}`)
})

it.each([
  ['logo', `${paths.settingsWebsite}#logo`],
  ['reply', `${paths.settingsMessages}#replies`],
  ['opening hours', `${paths.settingsHours}#hours`],
  ['rooms', `${paths.settingsScheduling}?tab=places#rooms`],
  ['parents', `${paths.settingsMinors}#guardians`],
  ['2fa', `${paths.settingsPassword}#two-step`],
  ['sso', `${paths.settingsSecurity}#single-sign-on`],
  ['npi', `${paths.clinicMoney}#receipt-details`],
])('%s finds the card', (typed, path) => {
  expect(found(typed)).toContain(path)
})

it('a card requires the permission of its page, as the router does', () => {
  const router = readFileSync('web/router.tsx', 'utf8')
  for (const { path } of all.options) {
    const [page] = path.split(/[?#]/)
    const name = Object.entries(paths).find(([, each]) => each === page)?.[0]
    const [, needed] =
      new RegExp(
        `path: paths\\.${name},(?:(?!path:)[\\s\\S]){0,120}?(?:permitted|may)\\(\\s*'([a-z:-]+)'`,
      ).exec(router) ?? []
    const without = settingsCards((permission: Permission) => permission !== needed)
    if (needed && page?.startsWith(paths.settings))
      expect(without.options.map((option) => option.path)).not.toContain(path)
  }
  expect(settingsCards(() => false).options.map(({ path }) => path)).toEqual([
    `${paths.settingsPassword}#two-step`,
  ])
})
