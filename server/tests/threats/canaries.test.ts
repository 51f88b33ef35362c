// Personal texts, names and birthdays leave the server only where they must (docs/threats.md T22, docs/decisions/0130).
// Plants a canary in every column and every text input that may contain one, runs everything that sends something, and
// searches all that was sent, logged or queued.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobsOf } from '#server/features.ts'
import { JobsFailed } from '#server/platform/jobs/job-drain.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { anOperator, operatorEnv } from '#testing/sign-in/operator.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { allowed } from './canaries/allowed.ts'
import { type Column, placeOf, readColumns, withoutCanary } from './canaries/columns.ts'
import { Marks } from './canaries/marks.ts'
import { type Outlet, outletsOf, watch } from './canaries/outlets.ts'
import { plantCanaries } from './canaries/plant.ts'
import {
  agreeToTexts,
  aMoneyStory,
  aVisitToRemindOf,
  endPlantedJobs,
  endPlantedPlans,
  noticeTheRest,
  writeTheRest,
} from './canaries/rest-of-the-story.ts'
import {
  type Answered,
  askByName,
  callEveryAction,
  callLastActions,
  readEverything,
  useAccounts,
} from './canaries/story.ts'
import { openScenes } from './scene.ts'
import type { TestServer } from './test-server.ts'

const marks = new Marks()
let test: TestServer
let columns: Column[]
/** Columns that should have a canary and have none. */
let missing: string[]
let answers: Answered[]
let outlets: Outlet[]

beforeAll(async () => {
  const watched = watch()
  let jobs: JobDefinition[] = []
  let refusesMails = false
  const { test: opened, next } = await openScenes(undefined, {
    ...watched.observed,
    now: nextNoon(),
    env: operatorEnv,
    jobsOf(services) {
      const all = jobsOf(services)
      jobs = all as unknown as JobDefinition[]
      return all
    },
    mail: {
      kind: 'mailbox',
      send: async ({ to }) => {
        if (refusesMails) throw new Error(`550 5.1.1 <${to}>: Recipient address rejected`)
      },
      close: () => {},
    },
  })
  test = opened
  watched.count(test)
  const by = { operator: await anOperator(test.db), marks }

  const before = await next()
  await aSecondStep(test.db, before.world.clinics.one.admin)
  answers = await callEveryAction(before, by)
  await agreeToTexts(before)
  await endPlantedJobs(test)
  await test.work()

  const scene = await next()
  const money = await aMoneyStory(scene)
  await writeTheRest(scene)
  await aVisitToRemindOf(scene)
  columns = await readColumns(test.db)
  missing = await plantCanaries(
    test.db,
    columns.filter((column) => !reasonWithout(column)),
    marks,
  )
  for (const step of [callEveryAction, callAccounts, readEverything, callByName])
    answers.push(...(await step(scene, by)))
  await agreeToTexts(scene)
  await money.join(marks.word('join-plan: names.children'))
  await noticeTheRest(scene)
  await endPlantedJobs(test)
  await test.work()
  await endPlantedPlans(test)
  for (const duration of ['P1D', 'P1M', 'P1M', 'P285D']) {
    await test.pass(duration)
    for (const { run, cron } of jobs) if (cron) await run({})
    await test.work()
    if (duration === 'P1D') await money.goWrong()
  }

  // and when the story ends, with a mail server that names the refused recipients
  answers.push(...(await callLastActions(scene, by)))
  await endPlantedJobs(test)
  await test.work()
  refusesMails = true
  answers.push(...(await callAccounts(scene, by)))
  await expect(test.work()).rejects.toThrow(JobsFailed)
  outlets = [...(await watched.outlets(test)), ...outletsOf(answers)]
}, 240_000)
afterAll(() => test?.close())

function nextNoon(): string {
  const noon = new Date()
  if (noon.getUTCHours() >= 17) noon.setUTCDate(noon.getUTCDate() + 1)
  if (noon.getUTCDate() === 1) noon.setUTCDate(2)
  noon.setUTCHours(17, 0, 0, 0)
  return noon.toISOString()
}

const callAccounts: typeof callEveryAction = (scene, by) => useAccounts(scene, by.marks)
const callByName: typeof callEveryAction = (scene, by) => askByName(scene, by.marks)
const reasonWithout = (column: Column) => withoutCanary.find(([which]) => which.test(placeOf(column)))?.[1]

/** As `outlet <- place`. */
function found(): { from: string; at: string }[] {
  const hits = outlets.flatMap(({ name, texts }) =>
    [...marks.in(texts.join('\n'))].map((at) => ({ from: name, at })),
  )
  return [...new Map(hits.map((hit) => [`${hit.from} <- ${hit.at}`, hit])).values()]
}

describe('a canary', () => {
  it('is in every column that may contain words, a name or a birthday; others have a reason', () => {
    expect(missing).toEqual([])
    const planted = columns.filter((column) => !reasonWithout(column))
    expect(planted.length).toBeGreaterThan(100)
    expect(marks.count).toBeGreaterThan(300)
    const stale = withoutCanary.filter(([which]) => !columns.some((column) => which.test(placeOf(column))))
    expect(stale).toEqual([])
  })

  it('leaves only where that is allowed', () => {
    const leaks = found().filter(
      (hit) => !allowed.some(({ from, at }) => from.test(hit.from) && at.test(hit.at)),
    )
    expect(leaks.map(({ from, at }) => `${from} <- ${at}`)).toEqual([])
  })

  it('is allowed to leave only where it does', () => {
    const hits = found()
    const stale = allowed.filter(
      ({ from, at }) => !hits.some((hit) => from.test(hit.from) && at.test(hit.at)),
    )
    expect(stale).toEqual([])
  })

  it('is in no answer that may be stored', () => {
    const stored = answers.filter(
      ({ headers, text }) => headers.get('cache-control') !== 'no-store' && marks.in(text).size > 0,
    )
    expect(stored.map(({ to }) => to)).toEqual([])
    expect(answers.filter(({ text }) => marks.in(text).size > 0).length).toBeGreaterThan(80)
  })
})

/** Mails about an account or payment, which no step of the story sends. */
const notSent: Record<string, string> = {
  'account-moved': 'of the clinic alone (server/features/account-offers/accept-account-offer.test.ts)',
  'address-change-code': 'a code alone (server/features/account/address-change)',
  'address-change-notice': 'to the old address, with a link (server/features/account/address-change)',
  'address-changed': 'to the old address, without the new one (server/features/account/address-change)',
  'child-price': 'days and prices alone (server/features/subscriptions/step-prices.test.ts)',
  'refund-failed': 'an amount and a card alone (server/features/stripe-sync/notice-refunds.test.ts)',
  'refund-given': 'an amount and a card alone (server/features/stripe-sync/notice-refunds.test.ts)',
  'ward-reminder': 'a time and a link alone (server/features/visit-answers/answer-visit.test.ts)',
  'confirm-reminder': 'a link alone (server/auth/mails/remind-confirmation.test.ts)',
  'new-sign-in': 'a device and a network address (server/auth)',
}

describe('the search', () => {
  const textsOf = (name: string) => outlets.find((outlet) => outlet.name === name)?.texts ?? []

  it('has every kind of mail', async () => {
    const sources = ['', 'auth/'].flatMap((folder) => {
      const url = new URL(`../../emails/${folder}`, import.meta.url)
      const files = readdirSync(url).filter((name) => name.endsWith('s.ts') && !name.includes('.test.'))
      return files.map((name) => readFileSync(new URL(name, url), 'utf8'))
    })
    const written = sources.flatMap((source) =>
      [...source.matchAll(/(?:template: |linkMail\(|notice\()'([a-z-]+)'/g)].map(
        ([, template]) => template ?? '',
      ),
    )
    const sent = new Set(outlets.map(({ name }) => /^text of (.+)$/.exec(name)?.[1]))
    const unsent = [...new Set(written)].filter((template) => !sent.has(template))
    expect(unsent.sort()).toEqual(Object.keys(notSent).sort())
    expect(sent).toContain('text-message')
  })

  it.each([
    ['log', '"job.failed"'],
    ['log', 'Recipient address rejected'],
    ['traces', '"job mail.send"'],
    ['metrics', 'carefold_request_seconds_count{route="/functions/v1/save-task"'],
    ['Stripe', 'client_reference_id'],
    ['webhooks', '"type":"visit.'],
    ['webhooks', '"type":"message.'],
    ['webhooks', '"type":"payment.'],
    ['jobs.job', 'mailId'],
    ['jobs.job', 'Recipient address rejected'],
    ['app.audit_log', 'record.read'],
    ['app.audit_links', ''],
    ['app.webhook_events', 'invoice.payment_failed'],
    ['app.notices', 'visit_patient'],
    ['public.user_notices', 'security_changed'],
    ['public.journal', ''],
    ['auth.rate_buckets', 'invite-address'],
    ['calendar of visit-patient', 'BEGIN:VCALENDAR'],
    ['names of receipts', 'receipt-R-'],
    ['headers of answers', 'content-disposition'],
  ])('%s has %s', (name, part) => {
    expect(textsOf(name).length).toBeGreaterThan(0)
    expect(textsOf(name).join('\n')).toContain(part)
  })

  it('calls no server but those of the settings, whatever address a user enters (docs/threats.md T14)', () => {
    expect(textsOf('other servers')).toEqual([])
  })
})
