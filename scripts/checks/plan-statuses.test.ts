import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Files that use a subscription status, or the same word, without describing it to users. */
const others: Record<string, string> = {
  'domain/subscriptions/subscriptions.ts': 'which statuses there are, and what each entitles to',
  'domain/subscriptions/plan-standing.ts': 'the one mapping (docs/decisions/0154)',
  'domain/subscriptions/payer-explanation.ts': 'the one mapping, for the payer',
  'domain/texts/plan-standing.ts': 'the words of the one mapping',
  'domain/memberships/member-list.ts': 'a word of the members filter',
  'domain/texts/memberships.ts': 'a word of the members filter, with the label of the one mapping',
  'domain/paths.ts': 'a link to the members filter',
  'web/features/invoices/failed-payments.tsx': 'a kind of standing, not a status',
  'domain/statements/statements.ts': 'the payment of a commission',
  'web/features/statements/payment-badge.tsx': 'the payment of a commission',
  'domain/fhir/coverage.ts': 'the status of a FHIR resource, for programs',
  'server/features/notices/compose/compose-notice.ts': 'until when benefits last, not a text',
}

const statusWord =
  /(['"`])(?:past_due|trialing|incomplete_expired|unpaid)\1|\b(?:past_due|trialing|incomplete_expired)\s*:/
/** A record indexed by a plan's status, and a tier's status read outside of a query. */
const indexed = /\[[^\]\n]*\b(?:subscription|plan|billing|tier)\w*[?!]?\.(?:status|subscription_status)\b/i
const tierStatus = /\.subscription_status\b|\bsubscription_status\s*[:,}]/

/** Why a file maps a plan's status itself, or null. */
function mappingIn(path: string, text: string): string | null {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  if (!(path in others) && statusWord.test(code)) return 'names a status'
  if (indexed.test(code)) return 'looks a text or color up by a status'
  if (path.startsWith('web/') && tierStatus.test(code.replaceAll(/(['"`])[\w,\s:()!.]*\1/g, '')))
    return 'reads the status of a tier'
  return null
}

const files = ['web', 'domain', 'server'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\/tests\/|generated/.test(path))
    .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') })),
)

test('only domain/subscriptions/plan-standing.ts maps a plan’s status to a text or a color', () => {
  const describing = files.filter(
    ({ path, text }) => !path.startsWith('server/') || /#domain\/texts\/|#server\/emails\//.test(text),
  )
  expect(describing.length).toBeGreaterThan(500)
  const found = describing.flatMap(({ path, text }) => {
    const why = mappingIn(path, text)
    return why ? [`${path} ${why}`] : []
  })
  expect(found).toEqual([])
})

test('every exception is needed', () => {
  const named = files.filter(({ text }) => statusWord.test(text)).map(({ path }) => path)
  expect(Object.keys(others).filter((path) => !named.includes(path))).toEqual([])
})

test.each([
  ["const tones = { active: 'success', past_due: 'danger' }"],
  ["if (plan.status === 'unpaid') return texts.unpaid"],
  ['return subscriptionTexts.statuses[plan.status]'],
  ['return <Badge tone={tones[subscription.status]} />'],
  ["return (billing.subscription_status ?? '').replaceAll('_', ' ')"],
])('another mapping is found: %s', (code) => {
  expect(mappingIn('web/features/new/thing.tsx', code)).not.toBeNull()
})

test('ignores comments and queries', () => {
  const code = "// 'past_due' stays\nconst columns = `tier,subscription_status,current_period_end`\n"
  expect(mappingIn('web/features/new/queries.ts', code)).toBeNull()
})
