import { expect, it } from 'vitest'
import { colorOf, visitColors } from './visit-colors.ts'

const provider = (id: string, name: string) =>
  ({ id, name }) as Parameters<typeof visitColors>[1]['providers'][0]
const type = (key: string, name: string) => ({ key, name }) as Parameters<typeof visitColors>[1]['types'][0]
const lists = {
  providers: [provider('p1', 'Elena Ruiz'), provider('p2', 'Maya “May” Okafor')],
  types: [type('checkup', 'Regular Check-up'), type('followup', 'Follow-up')],
}
const visit = { providerId: 'p2', type: 'checkup' }

it('each provider has a color and initials of their own', () => {
  const colors = visitColors('provider', lists)
  expect([...colors.values()].map(({ initials }) => initials)).toEqual(['ER', 'MO', '?'])
  expect(new Set([...colors.values()].map(({ hue }) => hue)).size).toBe(3)
  expect(colorOf(visit, 'provider', colors)?.name).toBe('Maya “May” Okafor')
})

it('a visit without a provider is marked, where the clinic has providers', () => {
  const unassigned = { ...visit, providerId: null }
  const marked = colorOf(unassigned, 'provider', visitColors('provider', lists))
  expect(marked).toMatchObject({ name: 'No provider', initials: '?' })
  expect(
    colorOf(unassigned, 'provider', visitColors('provider', { ...lists, providers: [] })),
  ).toBeUndefined()
  expect(colorOf(unassigned, 'kind', visitColors('kind', lists))?.name).toBe('Regular Check-up')
})
