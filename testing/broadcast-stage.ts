import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { BroadcastPreview, Broadcasts } from '#domain/broadcasts/broadcasts.ts'
import { broadcasts } from '#server/features/broadcasts/broadcasts.ts'
import { deliverBroadcast, deliverDueBroadcasts } from '#server/features/broadcasts/deliver-broadcast.ts'
import { previewBroadcast } from '#server/features/broadcasts/preview-broadcast.ts'
import { sendBroadcast } from '#server/features/broadcasts/send-broadcast.ts'
import { sendDueTexts } from '#server/features/text-messages/send-text.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { anAppointment, aProvider } from './appointments.ts'
import { openTestServices, type TestServices } from './database/services.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from './sign-in/people.ts'

const noon = '2026-03-10T16:00:00Z'

/** For each test a clinic with Nora, a patient of its provider, and Ann, who writes at noon. */
export function broadcastStage() {
  let test: TestServices
  let clinic: TestClinic
  let ann: Member
  let provider: { id: string }
  let nora: Patient
  beforeAll(async () => {
    test = await openTestServices({
      now: noon,
      jobsOf: (services) =>
        [
          deliverBroadcast(services),
          deliverDueBroadcasts(services),
          sendDueTexts(services),
        ] as JobDefinition<never>[],
    })
  })
  afterAll(() => test.close())
  beforeEach(async () => {
    test.clock.setOffset(0)
    clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
    ann = await aStaffMember(test.db, clinic, { name: 'Ann Reyes' })
    provider = await aProvider(test.db, clinic)
    nora = await aVisitor('Nora Lind')
  })

  /** A patient of the provider. */
  async function aVisitor(name?: string, time = '09:00'): Promise<Patient> {
    const patient = await aPatient(test.db, clinic, name ? { name } : {})
    await anAppointment(test.db, clinic, patient, {
      providerId: provider.id,
      date: '2026-02-10',
      time,
      status: 'completed',
    })
    return patient
  }

  const draftOf = (changes: object = {}) => ({
    channel: 'mail',
    purpose: 'care',
    audience: 'provider',
    of: provider.id,
    subject: 'Closed on Friday',
    body: 'Hello {name},\n\nwe are closed on Friday.',
    ...changes,
  })
  const preview = (changes: object = {}) =>
    previewBroadcast.call(test.services, ann.caller(), draftOf(changes)) as Promise<BroadcastPreview>
  const send = (changes: object = {}) =>
    sendBroadcast.call(test.services, ann.caller(), {
      ...draftOf(changes),
      ...{ count: 1, attempt: crypto.randomUUID(), ...changes },
    }) as Promise<{ broadcastId: string }>
  const listed = async () =>
    ((await broadcasts.call(test.services, ann.caller(), {})) as Broadcasts).broadcasts
  const mails = () =>
    test.db.asOwner<{ to_address: string; subject: string; text_body: string; links: string[] }>(
      `select to_address, subject, text_body, links from app.mails where clinic_id = $1 and template = 'broadcast' order by to_address`,
      [clinic.id],
    )
  const setPreference = (patient: Patient, column: string, value: boolean) =>
    test.db.asOwner(
      `insert into contact_preferences (clinic_id, patient_id, ${column}, updated_at) values ($1, $2, $3, now())
       on conflict (clinic_id, patient_id) do update set ${column} = excluded.${column}`,
      [clinic.id, patient.patientId, value],
    )
  const setPhone = (patient: Patient, phone: string) =>
    test.db.asOwner(
      `insert into patient_details (clinic_id, patient_id, phone, version, updated_at) values ($1, $2, $3, 1, now())
       on conflict (clinic_id, patient_id) do update set phone = excluded.phone`,
      [clinic.id, patient.patientId, phone],
    )
  return {
    ...{ aVisitor, draftOf, preview, send, listed, mails, setPreference, setPhone },
    /** Sends what is due, as cron and the workers do. */
    async deliver(): Promise<void> {
      await deliverDueBroadcasts(test.services).run({})
      await test.services.jobs.drain()
    },
    get test() {
      return test
    },
    get clinic() {
      return clinic
    },
    get ann() {
      return ann
    },
    get provider() {
      return provider
    },
    get nora() {
      return nora
    },
  }
}
