// Each sentence about money follows the fact that it states (docs/decisions/0153).
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { noticeKinds } from '#domain/notices/notices.ts'
import { deliverNotice } from '#server/features/notices/deliver-notice.ts'
import { moneyFacts } from '#server/features/notices/money-facts.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import { openTestSale } from '#testing/money/payments.ts'
import { type MoneyReason, moneyTexts } from './money-texts.ts'
import { teamMoneyFacts } from './team-money-facts.ts'

const features = new URL('../../features/', import.meta.url)
const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(new URL(path, features), 'utf8') }))

/** Claims that money has moved, moves, or no longer moves. */
const claim =
  /\b(charged|charges have stopped|refunded|credited|collected|written off|reversed)\b|\} recorded\.|\b(plans?|subscription) (is|are|has been|will be) (canceled|paused)|\b(plan|subscription) (has ended|ended on|ends on|continues|resumes|(was |has )?resumed)|^Plan (canceled|continues)|\breceived \$\{/i

async function moneySentences(): Promise<string[]> {
  const directory = new URL('../../../domain/texts/', import.meta.url)
  const found: string[] = []
  const walk = (path: string, value: unknown): void => {
    if (typeof value === 'string' || typeof value === 'function') {
      if (claim.test(String(value))) found.push(path)
    } else if (value && typeof value === 'object')
      for (const [key, each] of Object.entries(value)) walk(`${path}.${key}`, each)
  }
  for (const file of readdirSync(directory).filter((name) => !name.includes('.test.')))
    for (const [name, value] of Object.entries(await import(new URL(file, directory).href))) walk(name, value)
  return found
}

const sentences = await moneySentences()
const reasonsOf = (path: string) =>
  Object.keys(moneyTexts)
    .filter((prefix) => path === prefix || path.startsWith(`${prefix}.`))
    .sort((a, b) => b.length - a.length)

describe('texts about money', () => {
  it('each has a reason why it is true where it is shown', () => {
    expect(sentences.length).toBeGreaterThan(120)
    expect(sentences.filter((path) => reasonsOf(path).length === 0)).toEqual([])
  })

  it('no reason is left of a removed text', () => {
    const used = new Set(sentences.map((path) => reasonsOf(path)[0]))
    expect(Object.keys(moneyTexts).filter((prefix) => !used.has(prefix))).toEqual([])
  })

  it('texts shown after an action follow the answer of Stripe, which an action in one transaction cannot have', () => {
    const isAnswer = (reason: MoneyReason): reason is { answer: readonly string[] } =>
      typeof reason === 'object' && 'answer' in reason
    const actions = new Set(
      Object.values(moneyTexts)
        .filter(isAnswer)
        .flatMap(({ answer }) => answer),
    )
    expect(actions.size).toBeGreaterThan(8)
    for (const name of actions) {
      const file = sources.find(({ text }) => text.includes(`  name: '${name}',`))
      const begins = file?.text.slice(0, file.text.indexOf(`  name: '${name}',`)).trimEnd()
      expect([name, begins?.endsWith('outwardAction({')]).toEqual([name, true])
    }
  })

  it('texts mailed by a notice have the fact of its kind', () => {
    for (const reason of Object.values(moneyTexts)) {
      if (typeof reason !== 'object' || !('notice' in reason)) continue
      expect(moneyFacts[reason.notice as keyof typeof moneyFacts]).not.toBeNull()
    }
  })
})

describe('notices about money', () => {
  it('none is written by an action in one transaction, which cannot call Stripe', () => {
    const kinds = noticeKinds.filter((kind) => moneyFacts[kind] !== null)
    // announces a future start, and states no charge
    const announcing = ['subscriptions/changes/move-members.ts']
    const writers = sources.filter(
      ({ text }) => text.includes('writeNotice(') && kinds.some((kind) => text.includes(`'${kind}'`)),
    )
    expect(writers.length).toBeGreaterThan(8)
    const inOneTransaction = writers.filter(({ text }) => /= action\(\{/.test(text)).map(({ path }) => path)
    expect(inOneTransaction.filter((path) => !announcing.includes(path))).toEqual([])
  })

  it('the team is notified by the file that has the fact', () => {
    for (const [kind, money] of Object.entries(teamMoneyFacts)) {
      if (!money) continue
      const writers = sources
        .filter(({ text }) => text.includes('notifyAdmins(') && text.includes(`'${kind}'`))
        .filter(({ path, text }) => path === money.writer || !text.includes('writeNotice('))
        .map(({ path }) => path)
      expect([kind, writers]).toEqual([kind, [money.writer]])
    }
  })
})

describe('without its fact', () => {
  const test_ = openTestSale()
  afterAll(async () => (await test_).test.close())

  /** Makes the fact of a kind false, and returns the id that the notice is about. */
  const unmade: Record<string, string> = {
    payment_received: `select r.id from receipts r where r.clinic_id = $1 limit 1`,
    payment_failed: `select id from invoices where clinic_id = $1 and status = 'paid' limit 1`,
    invoice_due: `select id from invoices where clinic_id = $1 and status = 'paid' limit 1`,
    payment_processing: `select id from invoices where clinic_id = $1 and status = 'paid' limit 1`,
    refund_given: `update refunds set status = 'failed' where clinic_id = $1 returning id`,
    refund_failed: `select id from refunds where clinic_id = $1`,
    credit_given: `insert into credits (id, clinic_id, patient_id, kind, amount_cents, currency, occurred_at, place)
                   select 'cbtxn_1', clinic_id, patient_id, 'other', 100, 'usd', now(), 0 from invoices where clinic_id = $1 limit 1 returning id`,
    credit_taken_back: `insert into credits (id, clinic_id, patient_id, kind, amount_cents, currency, occurred_at, place)
                        select 'cbtxn_2', clinic_id, patient_id, 'given', 100, 'usd', now(), 0 from invoices where clinic_id = $1 limit 1 returning id`,
    card_expiring: `select id from patient_cards where clinic_id = $1 limit 1`,
    plan_canceled: `update subscriptions set cancel_at_period_end = true, pending_cancel = true where clinic_id = $1 returning id`,
    plan_ended: `select id from subscriptions where clinic_id = $1 limit 1`,
    plan_change: `insert into subscription_changes (clinic_id, subscription_id, kind, state, attempt, quoted_cents, quoted_at,
                                                    effective_at, created_at)
                  select clinic_id, id, 'leave', 'pending', gen_random_uuid()::text, 0, now(), now(), now()
                    from subscriptions where clinic_id = $1 limit 1 returning id`,
    plan_change_waits: `update subscriptions set pending_cancel = null where clinic_id = $1 returning id`,
    plan_price: `update subscriptions set cancel_at_period_end = true where clinic_id = $1 returning id`,
    plan_renewal: `update subscriptions set cancel_at_period_end = true where clinic_id = $1 returning id`,
  }

  it('there is a case for each kind', () => {
    expect(Object.keys(unmade).sort()).toEqual(noticeKinds.filter((kind) => moneyFacts[kind]).sort())
  })

  it.each(Object.entries(unmade))('%s is not mailed', async (name, sql) => {
    const kind = name as (typeof noticeKinds)[number]
    const { test } = await test_
    const clinic = await test.aSellingClinic()
    const member = await test.aMember(clinic, await test.aPublishedPlan(clinic))
    await test.work()
    if (kind === 'payment_received')
      await test.db.asOwner(`update payments set status = 'failed' where clinic_id = $1`, [clinic.id])
    if (kind === 'refund_given' || kind === 'refund_failed') {
      const [payment] = await test.db.asOwner<{ id: string }>(
        'select id from payments where clinic_id = $1',
        [clinic.id],
      )
      await test.client.refunds.create(
        { charge: payment?.id ?? '', amount: 100 },
        { stripeAccount: clinic.account },
      )
      await test.work()
    }
    const [subject] = await test.db.asOwner<{ id: string }>(sql, [clinic.id])
    const before = await test.db.asOwner('select id from app.mails where to_address = $1', [member.email])
    const { transactions, clock } = test.services
    const key = crypto.randomUUID()
    const notice = { clinicId: clinic.id, kind, subjectId: subject?.id ?? '', key }
    await transactions.withSystem('test', (tx) => writeNotice(tx, notice, clock.now()))
    const [written] = await test.db.asOwner<{ id: string }>('select id from app.notices where key = $1', [
      `${kind}:${key}`,
    ])
    await deliverNotice(test.services).run({ clinicId: clinic.id, noticeId: written?.id ?? '' })
    expect(await test.db.asOwner('select id from app.mails where to_address = $1', [member.email])).toEqual(
      before,
    )
  })
})
