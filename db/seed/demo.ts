import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { agreementVersion } from '#domain/checkouts/agreement.ts'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { inOrder } from '#domain/clinics/opening-hours.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { contactDefaults } from '#domain/preferences/defaults.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import { hashPassword } from '#server/auth/hashing/hashing.ts'
import type { Action } from '#server/clinic/action.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
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
import type { Caller } from '#server/platform/database/transactions.ts'
import { fillDemoCalendar } from './demo-appointments.ts'
import {
  billingSteps,
  cardNumbers,
  failedRenewal,
  monthEnds,
  saveCard,
  saveFailingCard,
} from './demo-billing.ts'
import { planDemo } from './demo-care-plans.ts'
import {
  type DemoClinic,
  type DemoColleague,
  type DemoPatient,
  demoClinics,
  demoPassword,
  historyDays,
} from './demo-content.ts'
import { addDemoAvatar, addDemoLogo, storeDemoFiles } from './demo-files.ts'
import { giveDemoForms } from './demo-forms.ts'
import { giveDemoGuardians } from './demo-guardians.ts'
import { assignDemo, enrollDemo, readDemo, teachDemo } from './demo-lessons.ts'
import { type DemoWriter, playDemoMessages } from './demo-messages.ts'
import { addMembership, addPerson, splitName } from './demo-people.ts'
import { planDemoLessons, presentDemo } from './demo-presentations.ts'
import { call, type DemoTools, settle } from './demo-tools.ts'
import { giveDemoReceipts } from './demo-value-receipts.ts'

type Calls = (action: Action, caller: Caller, input: object) => Promise<unknown>

const visitGapMs = 13 * 60 * 60 * 1000

/**
 * Fills an empty installation with two clinics and their last months, by the product's own actions and the
 * payment sandbox on a clock set back: subscriptions, renewals, invoices and statements are real rows of a real past.
 *
 * @returns whether it did; an installation that has a clinic stays unchanged
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
    await presentDemo(services, admin, desk)
    for (const plan of content.plans) {
      const { id } = await call<PlanView>(tools, savePlan, admin, plan)
      plans.push(await call<PlanView>(tools, publishPlan, admin, { planId: id }))
    }
  }
  const startedAt = clock.now()
  const failing = failedRenewal(startedAt)
  const joins = clinics.flatMap((clinic) =>
    clinic.content.patients.map((patient) => ({
      onDay: patient.card === 'failsLater' ? failing.joinsOnDay : patient.joinsOnDay,
      run: () => join(tools, clinic, patient, passwordHash),
    })),
  )
  const payments = [
    ...clinics.flatMap(({ content, admin }) => billingSteps(tools, content, admin, startedAt)),
    { onDay: failing.failsOnDay, run: () => settle(tools) },
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
  for (const clinic of clinics) {
    await fillDemoCalendar(tools, clinic)
    await planDemoLessons(services, clinic.desk)
  }
  const [first] = clinics
  const guest = first?.people.get('patient')
  if (first && guest?.patientId) {
    const { admin, content } = first
    await giveDemoReceipts(tools, {
      admin,
      patientId: guest.patientId,
      timeZone: content.clinic.time_zone,
    })
    await giveDemoForms(tools, { admin, patient: { ...guest, patientId: guest.patientId } })
  }
  for (const clinic of clinics) await giveTasks(tools, clinic)
  for (const { content, ...clinic } of clinics)
    await giveDemoGuardians(services, { ...clinic, subdomain: content.subdomain })
  await recordVisits(tools)
  await recordSupport(tools, clinics[0]?.content.subdomain ?? '')
  // the demo's sessions end: a new installation has no sessions
  await services.transactions.withSystem('demo', (tx) => tx.deleteFrom('auth.sessions').execute())
  return true
}

/** A support access three weeks ago, approved by an admin. */
function recordSupport({ services, clock }: DemoTools, subdomain: string): Promise<unknown> {
  const at = (minutes: number) => new Date(clock.now().getTime() - 21 * dayMs + minutes * 60_000)
  return services.transactions.withSystem('demo', async (tx) => {
    const { id } = await tx
      .selectFrom('clinics')
      .select('id')
      .where('subdomain', '=', subdomain)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('app.support_access')
      .values({
        clinic_id: id,
        reason: 'You wrote that payouts are late: is the payout account complete?',
        asked_at: at(0),
        decided_at: at(25),
        ends_at: at(85),
        ended_at: at(50),
      })
      .execute()
  })
}

/** The team's recent tasks; each assignee has a notice. */
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

/** Each account's last visit, spread over the last days, and not before its joining and its last message. */
async function recordVisits({ services, clock }: DemoTools): Promise<void> {
  await services.transactions.withSystem('demo', async (tx) => {
    const members = await tx
      .selectFrom('clinic_memberships as m')
      .select(['m.id', 'm.clinic_id', 'm.created_at'])
      .select((of) =>
        of
          .selectFrom('messages')
          .whereRef('messages.clinic_id', '=', 'm.clinic_id')
          .whereRef('messages.author_id', '=', 'm.user_id')
          .select(({ fn }) => fn.max('sent_at').as('at'))
          .as('wrote_at'),
      )
      .where('m.user_id', 'is not', null)
      .orderBy('m.created_at', 'desc')
      .execute()
    const visits = members.map(({ id, clinic_id, created_at, wrote_at: wroteAt }, index) => {
      const at = clock.now().getTime() - (index + 1) * visitGapMs
      return {
        clinic_id,
        membership_id: id,
        last_active_at: new Date(Math.max(at, created_at.getTime(), wroteAt?.getTime() ?? 0)),
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
  /** all people, by mailbox */
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
    await sql`select app.start_clinic(${clinicId}::uuid)`.execute(tx)
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
  const { url } = await call<PageUrl>(tools, joinPlan, caller, {
    priceId,
    attempt: crypto.randomUUID(),
    household: patient.household?.who,
    names: patient.household?.names,
    agreement: { version: agreementVersion(null), signedName: patient.name },
  })
  await tools.submit(url, {
    number: cardNumbers[patient.card === 'declined' ? 'declined' : 'good'],
    expiry: '11 / 34',
    cvc: '123',
    name: patient.name,
    email: `${patient.mailbox}@${clinic.content.subdomain}.test`,
  })
  await nextTurn()
  await settle(tools)
  if (patient.card === 'failsLater') await saveFailingCard(tools, patient, caller)
  await fillRecord(tools, patient, caller)
  await readDemo(tools.services, caller, 1 + (patient.joinsOnDay % 3))
  if (patient.mailbox === 'patient' || patient.joinsOnDay % 3 === 0)
    await assignDemo(tools.services, clinic.desk, { caller, patientId })
  if (patient.mailbox === 'patient' || patient.joinsOnDay % 5 === 2)
    await planDemo(tools.services, clinic.desk, patientId)
  if (patient.mailbox === 'patient' || patient.joinsOnDay % 4 === 1)
    await enrollDemo(tools.services, clinic.desk, { caller, patientId })
  await addDemoAvatar(tools.services, caller, patient.mailbox)
  await storeDemoFiles(tools.services, clinic.admin, { mailbox: patient.mailbox, patientId })
  for (const body of patient.notes ?? []) await call(tools, addPersonNote, clinic.desk, { patientId, body })
}

/** A patient's answers about themselves once they have joined. */
async function fillRecord(
  tools: DemoTools,
  { name, details, health, contact }: DemoPatient,
  caller: Caller,
): Promise<void> {
  if (details) await call(tools, savePersonalDetails, caller, { version: 0, ...splitName(name), ...details })
  if (health) await call(tools, saveHealthInformation, caller, { version: 0, ...health })
  if (contact) await call(tools, saveContactPreferences, caller, { ...contactDefaults, ...contact })
}
