import { aRoom, aScheduleException } from '#testing/appointments.ts'
import { anOffer, aWaitlistEntry } from '#testing/waitlist.ts'
import { aFreeTime, aVisitForm, aWaitlistWish } from '../function-inputs.ts'
import { type IdCase, type IdWorld, uuid } from './id-case.ts'

/** Functions that take ids: appointments and those who see patients. */
export const visitIds = ({ test, scene, one, two, patientOf, visitOf, providerOf }: IdWorld): IdCase[] => [
  {
    call: 'free-times',
    input: (id) => ({ appointmentType: 'checkup', days: 1, appointmentId: id }),
    actor: 'patient',
    own: { id: () => visitOf('patient'), answer: 'ok' },
    lower: { actor: 'patient', id: () => visitOf('otherPatient'), answer: 'not_found' },
    foreign: { id: () => visitOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'schedule-appointment',
    input: (id) => ({ ...aVisitForm(), patientId: id }),
    actor: 'staff',
    own: { id: () => patientOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => patientOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => patientOf('foreignPatient'), answer: 'invalid_input' },
  },
  {
    call: 'reschedule-appointment',
    input: (id) => ({ ...aVisitForm(), appointmentId: id, version: 1 }),
    actor: 'staff',
    own: { id: () => visitOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => visitOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => visitOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'visit-obstacles',
    input: (id) => ({ ...aVisitForm(), patientId: '', appointmentId: id }),
    actor: 'staff',
    own: { id: () => visitOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => visitOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => visitOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'cancel-appointment',
    input: (id) => ({ appointmentId: id, reason: '' }),
    actor: 'staff',
    own: { id: () => visitOf('patient'), answer: 'ok' },
    lower: { actor: 'patient', id: () => visitOf('otherPatient'), answer: 'not_allowed' },
    foreign: { id: () => visitOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'mark-appointment',
    input: (id) => ({ appointmentId: id, step: 'arrived' }),
    actor: 'staff',
    own: { id: () => visitOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => visitOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => visitOf('foreignPatient'), answer: 'not_found' },
  },
  ...(['hold-time', 'book-appointment'] as const).map((name): IdCase => {
    let startsAt = ''
    return {
      call: name,
      input: (id) => ({ appointmentType: 'checkup', providerId: id, startsAt }),
      actor: 'patient',
      own: {
        id: async () => {
          const time = await aFreeTime(scene())
          startsAt = time.startsAt
          return time.providerId
        },
        answer: 'ok',
      },
      lower: { actor: 'staff', id: () => providerOf(one()), answer: 'not_allowed' },
      foreign: {
        id: async () => {
          startsAt = (await aFreeTime(scene())).startsAt
          return providerOf(two())
        },
        answer: 'time_not_offered',
      },
    }
  }),
  {
    call: 'join-waitlist',
    input: (id) => ({ ...aWaitlistWish(), appointmentId: id }),
    actor: 'patient',
    own: { id: () => visitOf('patient'), answer: 'ok' },
    lower: { actor: 'patient', id: () => visitOf('otherPatient'), answer: 'not_found' },
    foreign: { id: () => visitOf('foreignPatient'), answer: 'not_found' },
  },
  ...(['leave-waitlist', 'remove-from-waitlist'] as const).map(
    (name): IdCase => ({
      call: name,
      input: (id) => ({ entryId: id }),
      actor: name === 'leave-waitlist' ? 'patient' : 'staff',
      own: { id: () => entryOf(test, scene, 'patient'), answer: 'ok' },
      lower:
        name === 'leave-waitlist'
          ? { actor: 'patient', id: () => entryOf(test, scene, 'otherPatient'), answer: 'not_found' }
          : { actor: 'viewer', id: () => entryOf(test, scene, 'patient'), answer: 'not_allowed' },
      foreign: { id: () => entryOf(test, scene, 'foreignPatient'), answer: 'not_found' },
    }),
  ),
  ...(['accept-offer', 'decline-offer'] as const).map(
    (name): IdCase => ({
      call: name,
      input: (id) => ({ offerId: id }),
      actor: 'patient',
      own: { id: () => offerOf(test, scene, 'patient'), answer: 'ok' },
      lower: { actor: 'patient', id: () => offerOf(test, scene, 'otherPatient'), answer: 'not_found' },
      foreign: { id: () => offerOf(test, scene, 'foreignPatient'), answer: 'not_found' },
    }),
  ),
  {
    call: 'move-own-appointment',
    // a time that is not offered: whose visit it is, is asked first
    input: (id) => ({
      appointmentId: id,
      providerId: uuid(),
      startsAt: '2040-01-01T12:00:00Z',
      acceptsLate: true,
    }),
    actor: 'patient',
    own: { id: () => visitOf('patient'), answer: 'time_not_offered' },
    lower: { actor: 'patient', id: () => visitOf('otherPatient'), answer: 'not_found' },
    foreign: { id: () => visitOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'cancel-own-appointment',
    input: (id) => ({ appointmentId: id, reason: '', acceptsLate: true }),
    actor: 'patient',
    own: { id: () => visitOf('patient'), answer: 'ok' },
    lower: { actor: 'patient', id: () => visitOf('otherPatient'), answer: 'not_found' },
    foreign: { id: () => visitOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'save-provider',
    input: (id) => ({
      providerId: id,
      version: 1,
      userId: one().admin.userId,
      name: 'Dr. Lee',
      title: '',
      types: [],
      isActive: true,
      hours: [],
    }),
    actor: 'admin',
    own: { id: () => providerOf(one(), one().admin), answer: 'ok' },
    lower: { actor: 'staff', id: () => providerOf(one()), answer: 'not_allowed' },
    foreign: { id: () => providerOf(two()), answer: 'not_found' },
  },
  {
    call: 'save-room',
    input: (id) => ({ roomId: id, version: 1, name: `Room ${crypto.randomUUID()}`, isActive: true }),
    actor: 'admin',
    own: { id: () => aRoom(test().db, one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => aRoom(test().db, one()), answer: 'not_allowed' },
    foreign: { id: () => aRoom(test().db, two()), answer: 'not_found' },
  },
  {
    call: 'save-schedule-exception',
    input: (id) => ({
      providerId: id,
      kind: 'off',
      title: '',
      startsOn: '2040-01-02',
      endsOn: '2040-01-02',
      opens: null,
      closes: null,
    }),
    actor: 'staff',
    own: { id: () => providerOf(one()), answer: 'ok' },
    lower: { actor: 'viewer', id: () => providerOf(one()), answer: 'not_allowed' },
    foreign: { id: () => providerOf(two()), answer: 'invalid_input' },
  },
  {
    call: 'remove-schedule-exception',
    input: (id) => ({ exceptionId: id }),
    actor: 'staff',
    own: { id: () => aScheduleException(test().db, one()), answer: 'ok' },
    lower: { actor: 'viewer', id: () => aScheduleException(test().db, one()), answer: 'not_allowed' },
    foreign: { id: () => aScheduleException(test().db, two()), answer: 'not_found' },
  },
]

type PatientName = 'patient' | 'otherPatient' | 'foreignPatient'

const clinicOf = (scene: IdWorld['scene'], name: PatientName) =>
  scene().world.clinics[name === 'foreignPatient' ? 'two' : 'one']

const entryOf = (test: IdWorld['test'], scene: IdWorld['scene'], name: PatientName) =>
  aWaitlistEntry(test().db, clinicOf(scene, name), scene().world.owners[name])

const offerOf = (test: IdWorld['test'], scene: IdWorld['scene'], name: PatientName) =>
  anOffer(test().db, clinicOf(scene, name), scene().world.owners[name])
