import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { inOrder } from '#domain/clinics/opening-hours.ts'
import { dateIn } from '#domain/dates.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { contactDefaults } from '#domain/preferences/contact-preferences.ts'
import { hashPassword } from '#server/auth/hashing/hashing.ts'
import { insertEmailUser } from '#server/auth/people/new-users.ts'
import { withoutHooks } from '#server/auth/people/user-creation.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { createCheckout } from '#server/features/clinic-tier/create-checkout.ts'
import { updatePaymentMethod } from '#server/features/clinic-tier/update-payment-method.ts'
import { refreshPayoutAccount } from '#server/features/payouts/refresh-payout-account.ts'
import { startPayoutOnboarding } from '#server/features/payouts/start-payout-onboarding.ts'
import { addPersonNote } from '#server/features/person-notes/add-person-note.ts'
import { publishPlan } from '#server/features/plans/publish-plan.ts'
import { savePlan } from '#server/features/plans/save-plan.ts'
import { saveContactPreferences } from '#server/features/preferences/save-contact-preferences.ts'
import { saveHealthInformation } from '#server/features/profiles/save-health-information.ts'
import { saveOwnProfile } from '#server/features/profiles/save-own-profile.ts'
import { savePersonalDetails } from '#server/features/profiles/save-personal-details.ts'
import { saveTask } from '#server/features/tasks/save-task.ts'
import type { Action, Services } from '#server/platform/action.ts'
import type { AdjustableClock } from '#server/platform/clock.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import { fillDemoCalendar } from './demo-appointments.ts'
import {
  type DemoClinic,
  type DemoColleague,
  type DemoPatient,
  type DemoPerson,
  demoClinics,
  demoPassword,
  historyDays,
} from './demo-content.ts'
import { addDemoAvatar, addDemoLogo, keepDemoFiles } from './demo-files.ts'
import { readDemo, teachDemo } from './demo-lessons.ts'
import { type DemoWriter, playDemoMessages } from './demo-messages.ts'

/** What the demo needs of a running server. */
export interface DemoTools {
  services: Services
  clock: AdjustableClock
  /** Does everything that is due by the clock. @returns what failed */
  settle(): Promise<string[]>
  /** Sends a form to one of this server's own pages: the payment sandbox's. */
  submit(url: string, fields: Record<string, string>): Promise<Response>
}

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Within the ladder of docs/decisions/0048, before anything stops. */
const daysWithBadCard = 4

type Calls = (action: Action, caller: Caller, input: object) => Promise<unknown>

const visitGapMs = 13 * 60 * 60 * 1000
const cardNumbers = {
  good: '4242424242424242',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
} as const

async function settle(tools: DemoTools): Promise<void> {
  const failed = await tools.settle()
  if (failed.length > 0) throw new Error(`the demo's story failed: ${failed.join('; ')}`)
}

/**
 * Fills an empty installation with two clinics and their last months, by the product's own actions and the
 * payment sandbox on a clock set back: subscriptions, renewals, invoices and statements are real rows of a real past.
 *
 * @returns whether it did; an installation that has a clinic is left as it is
 */
export async function seedDemo(tools: DemoTools): Promise<boolean> {
  const { services, clock } = tools
  const isEmpty = await services.transactions.withSystem('demo', async (tx) => {
    const clinic = await tx.selectFrom('clinics').select('id').limit(1).executeTakeFirst()
    return !clinic
  })
  if (!isEmpty) return false
  const present = clock.offsetMs
  const day = (number: number) => clock.setOffset(present - (historyDays - number) * dayMs)

  day(0)
  const passwordHash = await hashPassword(demoPassword)
  const clinics: OpenedClinic[] = []
  for (const content of demoClinics) clinics.push(await openClinic(tools, content, passwordHash))
  await settle(tools)
  for (const { content, admin, desk, plans } of clinics) {
    await call(tools, refreshPayoutAccount, admin, {})
    await teachDemo(services, admin, desk)
    for (const plan of content.plans) {
      const { id } = await call<PlanView>(tools, savePlan, admin, plan)
      plans.push(await call<PlanView>(tools, publishPlan, admin, { planId: id }))
    }
  }
  const joins = clinics.flatMap((clinic) =>
    clinic.content.patients.map((patient) => ({
      onDay: patient.joinsOnDay,
      run: () => join(tools, clinic, patient, passwordHash),
    })),
  )
  const startedAt = clock.now()
  const payments = [
    ...clinics.flatMap(({ content, admin }) => billingSteps(tools, content, admin, startedAt)),
    // months close, and their commission is charged, on the day itself
    ...monthEnds(startedAt).map((onDay) => ({ onDay, run: () => settle(tools) })),
  ]
  for (const { onDay, run } of [...joins, ...payments].sort((a, b) => a.onDay - b.onDay)) {
    day(onDay)
    await run()
  }
  const ago = (hours: number) => clock.setOffset(present - hours * hourMs)
  const stage = { services, ago, call: (...given: Parameters<Calls>) => call(tools, ...given) }
  for (const { content, admin, people } of clinics)
    await playDemoMessages(stage, { subdomain: content.subdomain, admin, people })
  clock.setOffset(present)
  await settle(tools)
  for (const clinic of clinics) await fillDemoCalendar(tools, clinic)
  for (const clinic of clinics) await giveTasks(tools, clinic)
  await recordVisits(tools)
  // the demo's sessions end: nobody is signed in on a new installation
  await services.transactions.withSystem('demo', (tx) => tx.deleteFrom('auth.sessions').execute())
  return true
}

/** What the team has given each other to do lately; whoever got something has a notice of it. */
async function giveTasks(tools: DemoTools, { content, clinicId, team }: OpenedClinic): Promise<void> {
  const patients = await tools.services.transactions.withSystem('demo', (tx) =>
    tx.selectFrom('patients').select(['id', 'email']).where('clinic_id', '=', clinicId).execute(),
  )
  for (const { title, by, for: owner, about, dueInDays } of content.tasks) {
    const [giver, assignee] = [team.get(by), team.get(owner)]
    if (!giver || !assignee) throw new Error(`${content.subdomain} has nobody called ${by} or ${owner}`)
    const dueAt = new Date(tools.clock.now().getTime() + (dueInDays ?? 0) * dayMs)
    await call(tools, saveTask, giver, {
      version: 0,
      title,
      patientId: patients.find(({ email }) => email === `${about}@${content.subdomain}.test`)?.id ?? '',
      assigneeId: assignee.userId,
      dueOn: dueInDays === undefined ? '' : dateIn(dueAt, content.clinic.time_zone),
    })
  }
}

/** The last visit of everybody, spread over the last days; the newest member's was their joining. */
async function recordVisits({ services, clock }: DemoTools): Promise<void> {
  await services.transactions.withSystem('demo', async (tx) => {
    const members = await tx
      .selectFrom('clinic_memberships')
      .select(['id', 'clinic_id', 'created_at'])
      .orderBy('created_at', 'desc')
      .execute()
    const visits = members.map(({ id, clinic_id, created_at }, index) => {
      const at = clock.now().getTime() - (index + 1) * visitGapMs
      return {
        clinic_id,
        membership_id: id,
        last_active_at: new Date(Math.max(at, created_at.getTime())),
      }
    })
    await tx.insertInto('membership_activity').values(visits).execute()
  })
}

interface OpenedClinic {
  content: DemoClinic
  clinicId: string
  admin: Caller
  /** who notes something about patients */
  desk: Caller
  /** by mailbox */
  team: Map<string, Caller>
  /** everybody, by mailbox */
  people: Map<string, DemoWriter>
  plans: PlanView[]
}

async function openClinic(
  tools: DemoTools,
  content: DemoClinic,
  passwordHash: string,
): Promise<OpenedClinic> {
  const opened = await tools.services.transactions.withSystem('demo', async (tx) => {
    const now = tools.clock.now()
    const { id: clinicId } = await tx
      .insertInto('clinics')
      .values({
        ...content.clinic,
        opening_hours: JSON.stringify(inOrder(content.openingHours)),
        subdomain: content.subdomain,
        profile_completed_at: now,
        join_page_viewed_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // people who try the demo have no second factor for its accounts
    await tx.insertInto('clinic_security').values({ clinic_id: clinicId, requires_mfa: false }).execute()
    const callers: { person: DemoColleague; caller: Caller }[] = []
    for (const [index, person] of content.team.entries()) {
      const { userId, caller } = await addPerson(tx, tools, content, person, passwordHash)
      await addMembership(tx, tools, {
        clinicId,
        userId,
        role: person.role,
        isOwner: index === 0,
        isReadOnly: person.isReadOnly ?? false,
      })
      callers.push({ person, caller })
    }
    return { clinicId, callers }
  })
  const admin = opened.callers[0]?.caller
  if (!admin) throw new Error(`${content.subdomain} has no admin`)
  const { url } = await call<PageUrl>(tools, startPayoutOnboarding, admin, {})
  await tools.submit(url, {})
  await saveCard(tools, content, admin, content.billing.card === 'good' ? 'good' : 'failsLater')
  await addDemoLogo(tools.services, admin)
  for (const { person, caller } of opened.callers) {
    const { name, mailbox, profile } = person
    await addDemoAvatar(tools.services, caller, mailbox)
    if (profile) await call(tools, saveOwnProfile, caller, { version: 0, ...splitName(name), ...profile })
  }
  const desk = opened.callers[1]?.caller ?? admin
  const team = new Map(opened.callers.map(({ person, caller }) => [person.mailbox, caller]))
  const people = new Map(
    opened.callers.map(({ person, caller }) => [person.mailbox, { caller, patientId: null }]),
  )
  return { content, clinicId: opened.clinicId, admin, desk, team, people, plans: [] }
}

/** What happens to the clinic's own payments, by day of the history. */
function billingSteps(tools: DemoTools, content: DemoClinic, admin: Caller, startedAt: Date) {
  const { card, tier } = content.billing
  const steps: { onDay: number; run: () => Promise<void> }[] = []
  if (card === 'failsFirst') {
    const firstJoin = Math.min(...content.patients.map(({ joinsOnDay }) => joinsOnDay))
    steps.push({
      onDay: daysToFirstClose(startedAt, firstJoin) + daysWithBadCard,
      run: () => saveCard(tools, content, admin, 'good'),
    })
  }
  if (tier) {
    steps.push({
      onDay: tier.fromDay,
      async run() {
        await settle(tools)
        const { url } = await call<PageUrl>(tools, createCheckout, admin, { plan: tier.plan })
        await tools.submit(url, { ...cardForm(content), number: cardNumbers.good })
        await settle(tools)
      },
    })
  }
  return steps
}

/** When the months of the history are closed in every zone, in days and parts of a day since its start. */
function monthEnds(startedAt: Date): number[] {
  const firsts = [1, 2, 3].map((months) =>
    Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth() + months, 1, 17, 10),
  )
  return firsts.map((at) => (at - startedAt.getTime()) / dayMs).filter((onDay) => onDay < historyDays)
}

/** The day on which the month of the first joining is over and closed. */
function daysToFirstClose(startedAt: Date, firstJoin: number): number {
  const joined = new Date(startedAt.getTime() + firstJoin * dayMs)
  const closes = Date.UTC(joined.getUTCFullYear(), joined.getUTCMonth() + 1, 2)
  return Math.ceil((closes - startedAt.getTime()) / dayMs)
}

async function saveCard(
  tools: DemoTools,
  content: DemoClinic,
  admin: Caller,
  card: keyof typeof cardNumbers,
): Promise<void> {
  await settle(tools)
  const { url } = await call<PageUrl>(tools, updatePaymentMethod, admin, {})
  await tools.submit(url, { action: 'card', ...cardForm(content), number: cardNumbers[card] })
  await settle(tools)
}

function cardForm({ team, subdomain }: DemoClinic) {
  const [owner] = team
  return {
    expiry: '11 / 34',
    cvc: '123',
    name: owner?.name ?? '',
    email: `${owner?.mailbox}@${subdomain}.test`,
  }
}

async function join(
  tools: DemoTools,
  clinic: OpenedClinic,
  patient: DemoPatient,
  passwordHash: string,
): Promise<void> {
  const { caller, patientId } = await tools.services.transactions.withSystem('demo', async (tx) => {
    const person = await addPerson(tx, tools, clinic.content, patient, passwordHash)
    await addMembership(tx, tools, {
      clinicId: clinic.clinicId,
      userId: person.userId,
      role: 'patient',
      isOwner: false,
      isReadOnly: false,
    })
    const now = tools.clock.now()
    const { id } = await tx
      .insertInto('patients')
      .values({
        clinic_id: clinic.clinicId,
        user_id: person.userId,
        full_name: patient.name,
        email: person.email,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { caller: person.caller, patientId: id }
  })
  clinic.people.set(patient.mailbox, { caller, patientId })
  const priceId = clinic.plans[patient.plan]?.price.id
  const { url } = await call<PageUrl>(tools, joinPlan, caller, { priceId, attempt: crypto.randomUUID() })
  await tools.submit(url, {
    number: cardNumbers[patient.card],
    expiry: '11 / 34',
    cvc: '123',
    name: patient.name,
    email: `${patient.mailbox}@${clinic.content.subdomain}.test`,
  })
  await nextTurn()
  await settle(tools)
  await fillRecord(tools, patient, caller)
  await readDemo(tools.services, caller, 1 + (patient.joinsOnDay % 3))
  await addDemoAvatar(tools.services, caller, patient.mailbox)
  await keepDemoFiles(tools.services, clinic.admin, { mailbox: patient.mailbox, patientId })
  for (const body of patient.notes ?? []) await call(tools, addPersonNote, clinic.desk, { patientId, body })
}

/** What a patient tells the clinic about themselves once they have joined. */
async function fillRecord(
  tools: DemoTools,
  { name, details, health, contact }: DemoPatient,
  caller: Caller,
): Promise<void> {
  if (details) await call(tools, savePersonalDetails, caller, { version: 0, ...splitName(name), ...details })
  if (health) await call(tools, saveHealthInformation, caller, { version: 0, ...health })
  if (contact) await call(tools, saveContactPreferences, caller, { ...contactDefaults, ...contact })
}

function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(' ')
  return { firstName, lastName: rest.join(' ') }
}

async function addPerson(
  tx: Tx,
  tools: DemoTools,
  clinic: DemoClinic,
  person: DemoPerson,
  passwordHash: string,
) {
  const now = tools.clock.now()
  const { firstName, lastName } = splitName(person.name)
  const email = `${person.mailbox}@${clinic.subdomain}.test`
  const account = await insertEmailUser(tx, {
    audience: 'authenticated',
    email,
    passwordHash,
    confirmedAt: now,
    metadata: {
      full_name: person.name,
      first_name: firstName,
      last_name: lastName,
      profile_complete: true,
    },
    creation: withoutHooks,
    now,
  })
  const session = await tx
    .insertInto('auth.sessions')
    .values({ user_id: account.id, refresh_key: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const caller: Caller = {
    userId: account.id,
    sessionId: session.id,
    clinic: clinic.subdomain,
    requestId: `demo-${crypto.randomUUID()}`,
    address: null,
  }
  return { userId: account.id, email, caller }
}

async function addMembership(
  tx: Tx,
  tools: DemoTools,
  membership: { clinicId: string; userId: string; role: string; isOwner: boolean; isReadOnly: boolean },
): Promise<void> {
  const now = tools.clock.now()
  await tx
    .insertInto('clinic_memberships')
    .values({
      clinic_id: membership.clinicId,
      user_id: membership.userId,
      role: membership.role,
      status: 'active',
      is_owner: membership.isOwner,
      is_read_only: membership.isReadOnly,
      accepted_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

async function call<Output>(
  tools: DemoTools,
  action: Action,
  caller: Caller,
  input: object,
): Promise<Output> {
  // the embedded database never leaves the thread, so requests for pages that wait are let through first
  await nextTurn()
  return (await action.call(tools.services, caller, input)) as Output
}
