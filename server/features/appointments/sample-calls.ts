import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import {
  guardianVisits,
  provenPatients,
  recordOf,
  type SampleCalls,
  visitOf,
} from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import {
  aFreeDay,
  anAppointment,
  aProvider,
  aRoom,
  aScheduleException,
  aVisitForm,
} from '#testing/appointments.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { anOffer, aWaitlistEntry } from '#testing/waitlist.ts'

export const calls: SampleCalls = {
  'free-times': {
    input: () => ({ appointmentType: 'checkup', days: 1 }),
    answers: {
      ...guardianVisits,
      patients: 'ok',
      team: 'ok',
      pending: 'email_not_confirmed',
      rest: 'not_allowed',
    },
    ids: async (scene, actor) => ({
      appointmentId: await visitOf(scene, actor),
      patientId: recordOf(scene, actor),
    }),
  },
  'visit-days': {
    input: () => ({ from: '2026-03-01', days: 31 }),
  },
  'visit-obstacles': {
    input: ({ world }) => ({
      ...aVisitForm(),
      patientId: world.owners.patient.patientId,
    }),
    ids: async (scene, actor) => ({ patientId: '', appointmentId: await visitOf(scene, actor) }),
  },
  'visits-ahead': {
    input: ({ world }) => ({ membershipId: world.owners.patient.membershipId }),
  },
  'handover-visits': {
    input: async ({ test, world }) => {
      const { id: providerId } = await aProvider(test.db, world.clinics.one)
      const from = aFreeDay()
      await anAppointment(test.db, world.clinics.one, world.owners.patient, { date: from, providerId })
      return { providerId, from, days: 1, freeFrom: from }
    },
  },
  'change-visits': {
    input: async (scene, actor) => ({
      changes: [
        {
          appointmentId: await visitOf(scene, actor),
          version: 1,
          change: { kind: 'cancel', reason: '' },
        },
      ],
    }),
  },
  'visit-plans': {
    answers: { ...provenPatients, ...guardianVisits },
  },
  'mark-called': {
    input: async (scene, actor) => {
      const appointmentId = await visitOf(scene, actor)
      const [visit] = await scene.test.db.asOwner<{ starts_at: Date }>(
        'select starts_at from appointments where id = $1',
        [appointmentId],
      )
      const startsAt = visit?.starts_at.toISOString()
      return { appointmentId, about: 'reminder', startsAt, sequence: 0, isCalled: true }
    },
  },
  'visit-reach': {
    input: async (scene, actor) => ({ appointmentId: await visitOf(scene, actor) }),
  },
  'schedule-appointment': {
    input: ({ world }) => ({
      ...aVisitForm(),
      patientId: world.owners.patient.patientId,
    }),
    foreign: { patientId: 'invalid_input' },
  },
  'reschedule-appointment': {
    input: async (scene, actor) => ({
      ...aVisitForm(),
      appointmentId: await visitOf(scene, actor),
      version: 1,
    }),
  },
  'cancel-appointment': {
    input: async (scene, actor) => ({ appointmentId: await visitOf(scene, actor), reason: '' }),
  },
  // no change of the caller's
  'undo-visit-change': {
    input: async (scene, actor) => ({ appointmentId: await visitOf(scene, actor), version: 1 }),
    answers: { team: 'changed_elsewhere', viewer: 'not_allowed' },
  },
  'mark-appointment': {
    input: async (scene, actor) => ({
      appointmentId: await visitOf(scene, actor),
      step: 'arrived',
    }),
  },
  'held-times': {
    input: () => ({ from: '2026-03-01', days: 7 }),
  },
  'join-waitlist': {
    input: aWaitlistWish,
    answers: provenPatients,
    ids: async (scene, actor) => ({ appointmentId: await visitOf(scene, actor) }),
  },
  'leave-waitlist': {
    input: waitlistEntryOf,
    answers: provenPatients,
  },
  // without another place in line of this patient for this type
  'add-to-waitlist': {
    input: async ({ test, world }) => ({
      ...aWaitlistWish(),
      patientId: await aRecord(test.db, world.clinics.one),
    }),
    ids: async ({ test, world }) => {
      const patientId = await aRecord(test.db, world.clinics.one)
      const { id } = await anAppointment(test.db, world.clinics.one, { patientId }, { date: aFreeDay() })
      return { patientId, appointmentId: id }
    },
    foreign: { patientId: 'invalid_input', appointmentId: 'not_found' },
  },
  'remove-from-waitlist': {
    input: waitlistEntryOf,
  },
  'accept-offer': {
    input: waitlistOfferOf,
    answers: provenPatients,
  },
  'decline-offer': {
    input: waitlistOfferOf,
    answers: provenPatients,
  },
  'answer-offer': {
    input: async (scene, actor) => ({ ...(await waitlistOfferOf(scene, actor)), answer: 'accepted' }),
  },
  'hold-time': {
    input: aFreeTime,
    answers: { ...provenPatients, ...guardianVisits },
    foreign: 'time_not_offered',
  },
  'book-appointment': {
    input: aFreeTime,
    answers: { ...provenPatients, ...guardianVisits },
    foreign: 'time_not_offered',
  },
  'move-own-appointment': {
    input: async (scene, actor) => {
      const appointmentId = await visitOf(scene, actor)
      const { providerId, startsAt } = await aFreeTime(scene)
      return { appointmentId, providerId, startsAt, acceptsLate: true }
    },
    // limited access reads only visits that the guardian booked
    answers: { ...provenPatients, guardian: 'ok', limitedGuardian: 'not_found' },
    foreign: { providerId: 'time_not_offered' },
  },
  'cancel-own-appointment': {
    input: async (scene, actor) => ({
      appointmentId: await visitOf(scene, actor),
      reason: '',
      acceptsLate: true,
    }),
    answers: { ...provenPatients, guardian: 'ok', limitedGuardian: 'not_found' },
  },
  'confirm-own-appointment': {
    input: async (scene, actor) => ({ appointmentId: await visitOf(scene, actor) }),
    answers: { ...provenPatients, guardian: 'ok', limitedGuardian: 'not_found' },
  },
  'save-appointment-type': {
    input: () => ({
      version: 0,
      name: 'Home visit',
      durationMinutes: 30,
      beforeMinutes: 0,
      afterMinutes: 0,
      place: 'in_person',
      videoLink: '',
      patientsBook: 'yes',
      minNoticeMinutes: 0,
      maxNoticeDays: 30,
      cancelWindowHours: 24,
      cancelPolicy: '',
      lateCancelFeeCents: null,
      noShowFeeCents: null,
      feeText: '',
      bring: '',
      isActive: true,
      plans: [],
    }),
  },
  'save-provider': {
    input: async ({ test, world }) => {
      const { userId, name } = await aStaffMember(test.db, world.clinics.one)
      return { version: 0, userId, name, title: '', types: [], isActive: true, hours: [] }
    },
    ids: async ({ test, world }) => {
      const { id, person } = await aProvider(test.db, world.clinics.one)
      return { providerId: id, version: 1, userId: person.userId, name: person.name }
    },
    foreign: { userId: 'invalid_input' },
  },
  'save-room': {
    input: () => ({ version: 0, name: `Room ${crypto.randomUUID()}`, isActive: true }),
    ids: async ({ test, world }) => ({ roomId: await aRoom(test.db, world.clinics.one), version: 1 }),
  },
  'save-schedule-exception': {
    input: () => ({
      providerId: null,
      kind: 'off',
      title: '',
      startsOn: '2040-01-02',
      endsOn: '2040-01-02',
      opens: null,
      closes: null,
    }),
    ids: async ({ test, world }) => ({ providerId: (await aProvider(test.db, world.clinics.one)).id }),
    foreign: 'invalid_input',
  },
  'remove-schedule-exception': {
    input: async ({ test, world }) => ({
      exceptionId: await aScheduleException(test.db, world.clinics.one),
    }),
  },
  'save-scheduling-settings': {
    input: async ({ test, world }) => {
      const [settings] = await test.db.asOwner<{ version: number }>(
        'select version from scheduling_settings where clinic_id = $1',
        [world.clinics.one.id],
      )
      return { version: settings?.version ?? 0, calendarNames: false }
    },
  },
  'make-calendar-address': {
    answers: { team: 'not_found' },
    freshProof: true,
  },
  'revoke-calendar-address': {
    answers: { team: 'not_found' },
  },
}

async function aFreeTime({ test, world }: Scene) {
  const clinic = world.clinics.one
  await test.db.asOwner('update appointment_types set max_notice_days = 730 where clinic_id = $1', [
    clinic.id,
  ])
  const { id } = await aProvider(test.db, clinic, { days: [1, 2, 3, 4, 5, 6, 7] })
  const inAWeek = new Date(test.clock.now().getTime() + (7 + ++freeTimes) * 24 * 60 * 60 * 1000)
  inAWeek.setUTCHours(18, 0, 0, 0)
  return { appointmentType: 'checkup', providerId: id, startsAt: inAWeek.toISOString() }
}

let freeTimes = 0

function aWaitlistWish() {
  return {
    appointmentType: 'checkup',
    providerId: '',
    appointmentId: null,
    days: [],
    opens: null,
    closes: null,
    until: '2050-01-01',
  }
}

async function waitlistEntryOf(scene: Scene, actor: ActorName) {
  return {
    entryId: await aWaitlistEntry(scene.test.db, scene.world.clinics.one, {
      patientId: recordOf(scene, actor),
    }),
  }
}

async function waitlistOfferOf(scene: Scene, actor: ActorName) {
  return {
    offerId: await anOffer(scene.test.db, scene.world.clinics.one, { patientId: recordOf(scene, actor) }),
  }
}
