// Ids in functions (docs/threats.md T3): the caller's own, in the same clinic but not theirs to use, another clinic's,
// unknown, and 101 at once. Another clinic's and unknown ones get identical answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { actions } from '#server/features.ts'
import { anAppointment, aProvider, aScheduleException } from '#testing/appointments.ts'
import { anOpenClinicInvoice } from '#testing/clinic-invoices.ts'
import { aContentItem, anArticle } from '#testing/content.ts'
import { someFeedback } from '#testing/feedback.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aThread } from '#testing/messages.ts'
import { anInvitation, aStaffMember, type Member, type TestClinic } from '#testing/people.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import { aSecondStep } from '#testing/second-step.ts'
import { aTask } from '#testing/tasks.ts'
import { aFreeTime, aVisitForm, type Scene } from './function-inputs.ts'
import { openScenes } from './scene.ts'
import type { TestServer } from './test-server.ts'

let test: TestServer
let scene: Scene
beforeAll(async () => {
  const opened = await openScenes()
  test = opened.test
  scene = await opened.next()
  // identity providers can only be changed at aal2
  await aSecondStep(test.db, one().admin)
})
afterAll(() => test.close())

/** One function that takes an id: who may use it on which id, and what others get. */
interface IdCase {
  /** Path below /functions/v1, or `rpc/...` below /rest/v1. */
  call: string
  /** The input with this id. */
  input: (id: unknown) => object
  /** Whether the input takes a list of ids. */
  isList?: boolean
  /** The caller for their own id, another clinic's and an unknown one. */
  actor: ActorName
  own: { id: () => Promise<string> | string; answer: string }
  /** A caller of the same clinic with fewer permissions, or the same caller and someone else's record. */
  lower: { actor: ActorName; id: () => Promise<string> | string; answer: string }
  foreign: { id: () => Promise<string> | string; answer: string }
  random?: () => string
}

const one = () => scene.world.clinics.one
const two = () => scene.world.clinics.two
const patientOf = (name: 'patient' | 'otherPatient' | 'foreignPatient') => scene.world.owners[name].patientId
let visitDay = Date.UTC(2041, 0, 1)
/** A visit of a patient, on a day of its own. */
const visitOf = async (name: 'patient' | 'otherPatient' | 'foreignPatient') => {
  visitDay += 24 * 60 * 60 * 1000
  const date = new Date(visitDay).toISOString().slice(0, 10)
  const clinic = name === 'foreignPatient' ? two() : one()
  return (await anAppointment(test.db, clinic, scene.world.owners[name], { date })).id
}
const providerOf = async (clinic: TestClinic, person?: Member) =>
  (await aProvider(test.db, clinic, person ? { person } : {})).id
/** A note by the clinic's admin about a patient. */
const noteAbout = (name: 'patient' | 'foreignPatient') =>
  aPersonNote(test.db, name === 'patient' ? one() : two(), scene.world.owners[name])
/** The invoice that the payment sandbox knows, given to a patient. */
const invoiceOf = async (name: 'patient' | 'otherPatient') => {
  await test.db.asOwner('update invoices set patient_id = $2 where id = $1', [
    scene.invoiceId,
    patientOf(name),
  ])
  return scene.invoiceId
}
const waiting = async (clinic: TestClinic, role: 'patient' | 'admin') =>
  (await anInvitation(test.db, clinic, { email: aGuestAddress(), role })).membershipId
const anAdmin = async (clinic: TestClinic) =>
  (await aStaffMember(test.db, clinic, { role: 'admin' })).membershipId
const uuid = () => crypto.randomUUID()
const userOf = (name: ActorName) => scene.world.people[name]?.userId ?? ''
const memberInput = (id: unknown) => ({ membershipId: id })
const clinicInput = (id: unknown) => ({ clinicId: id })
const fileInput = (id: unknown) => ({ fileId: id })
const planInput = (id: unknown) => ({ planId: id })
const draftInput = (id: unknown) => ({
  planId: id,
  kind: 'wellness',
  name: 'Draft',
  interval: 'month',
  amountCents: 4900,
})
const contentOf = async (clinic: TestClinic, status: 'draft' | 'published') =>
  (await aContentItem(test.db, clinic, { status })).itemId
const subscriptionInput = (id: unknown) => ({ subscriptionId: id })
const stripeId = (prefix: string) => () => `${prefix}_${uuid().replaceAll('-', '')}`

const cases: IdCase[] = [
  {
    call: 'activate-membership',
    input: clinicInput,
    actor: 'patient',
    own: { id: () => one().id, answer: 'ok' },
    lower: { actor: 'deactivated', id: () => one().id, answer: 'membership_suspended' },
    foreign: { id: () => two().id, answer: 'invitation_invalid' },
  },
  {
    call: 'set-tenant-claim',
    input: clinicInput,
    actor: 'staff',
    own: { id: () => one().id, answer: 'ok' },
    lower: { actor: 'removed', id: () => one().id, answer: 'not_found' },
    foreign: { id: () => two().id, answer: 'not_found' },
  },
  {
    call: 'invite-patient',
    input: (id) => ({ clinicId: id, email: aGuestAddress(), role: 'admin' }),
    actor: 'admin',
    own: { id: () => one().id, answer: 'ok' },
    lower: { actor: 'staff', id: () => one().id, answer: 'not_allowed' },
    foreign: { id: () => two().id, answer: 'not_allowed' },
  },
  {
    call: 'resend-invitation',
    input: memberInput,
    actor: 'admin',
    own: { id: () => waiting(one(), 'admin'), answer: 'ok' },
    lower: { actor: 'staff', id: () => waiting(one(), 'admin'), answer: 'not_allowed' },
    foreign: { id: () => waiting(two(), 'patient'), answer: 'not_found' },
  },
  {
    call: 'revoke-invitation',
    input: memberInput,
    actor: 'admin',
    own: { id: () => waiting(one(), 'admin'), answer: 'ok' },
    lower: { actor: 'member', id: () => waiting(one(), 'admin'), answer: 'not_allowed' },
    foreign: { id: () => waiting(two(), 'patient'), answer: 'not_found' },
  },
  {
    call: 'save-plan',
    input: draftInput,
    actor: 'admin',
    own: { id: async () => (await scene.plant.plan(one().id)).planId, answer: 'ok' },
    lower: {
      actor: 'staff',
      id: async () => (await scene.plant.plan(one().id)).planId,
      answer: 'not_allowed',
    },
    foreign: { id: async () => (await scene.plant.plan(two().id)).planId, answer: 'not_found' },
  },
  {
    call: 'publish-plan',
    input: planInput,
    actor: 'admin',
    own: { id: async () => (await scene.plant.plan(one().id)).planId, answer: 'ok' },
    lower: {
      actor: 'member',
      id: async () => (await scene.plant.plan(one().id)).planId,
      answer: 'not_allowed',
    },
    foreign: { id: async () => (await scene.plant.plan(two().id)).planId, answer: 'not_found' },
  },
  {
    call: 'change-plan',
    input: (id) => ({ planId: id, versionId: uuid(), name: 'Visits', interval: 'month', amountCents: 5900 }),
    actor: 'admin',
    // the version is not the one on sale
    own: { id: async () => (await scene.plant.plan(one().id, 'published')).planId, answer: 'plan_changed' },
    lower: {
      actor: 'viewer',
      id: async () => (await scene.plant.plan(one().id, 'published')).planId,
      answer: 'not_allowed',
    },
    foreign: { id: async () => (await scene.plant.plan(two().id, 'published')).planId, answer: 'not_found' },
  },
  {
    call: 'close-plan',
    input: planInput,
    actor: 'admin',
    own: { id: async () => (await scene.plant.plan(one().id, 'published')).planId, answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: async () => (await scene.plant.plan(one().id, 'published')).planId,
      answer: 'not_allowed',
    },
    foreign: { id: async () => (await scene.plant.plan(two().id, 'published')).planId, answer: 'not_found' },
  },
  {
    call: 'join-plan',
    input: (id) => ({ priceId: id, attempt: uuid() }),
    actor: 'patient',
    own: { id: () => scene.plan.price.id, answer: 'ok' },
    lower: { actor: 'staff', id: () => scene.plan.price.id, answer: 'not_allowed' },
    foreign: { id: async () => (await scene.plant.plan(two().id, 'published')).priceId, answer: 'not_found' },
  },
  {
    call: 'join-status',
    input: (id) => ({ sessionId: id }),
    actor: 'patient',
    own: { id: () => scene.plant.paidPage(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene.plant.paidPage(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene.plant.paidPage(two().id, patientOf('foreignPatient')),
      answer: 'not_found',
    },
    random: stripeId('cs'),
  },
  {
    call: 'cancel-subscription',
    input: subscriptionInput,
    actor: 'patient',
    own: { id: () => scene.plant.subscription(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene.plant.subscription(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene.plant.subscription(two().id, patientOf('foreignPatient')),
      answer: 'not_found',
    },
  },
  {
    call: 'resume-subscription',
    input: subscriptionInput,
    actor: 'admin',
    own: {
      id: () => scene.plant.subscription(one().id, patientOf('patient'), { isEnding: true }),
      answer: 'ok',
    },
    lower: {
      actor: 'otherPatient',
      id: () => scene.plant.subscription(one().id, patientOf('patient'), { isEnding: true }),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene.plant.subscription(two().id, patientOf('foreignPatient'), { isEnding: true }),
      answer: 'not_found',
    },
  },
  {
    call: 'invoice-pdf',
    input: (id) => ({ invoiceId: id }),
    actor: 'admin',
    own: { id: () => scene.invoiceId, answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene.plant.invoice(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: { id: () => scene.plant.invoice(two().id, patientOf('foreignPatient')), answer: 'not_found' },
    random: stripeId('in'),
  },
  {
    call: 'pay-invoice',
    input: (id) => ({ invoiceId: id }),
    actor: 'patient',
    // paid already
    own: { id: () => invoiceOf('patient'), answer: 'invoice_not_due' },
    lower: {
      actor: 'otherPatient',
      id: () => scene.plant.invoice(one().id, patientOf('patient')),
      answer: 'not_found',
    },
    foreign: { id: () => scene.plant.invoice(two().id, patientOf('foreignPatient')), answer: 'not_found' },
    random: stripeId('in'),
  },
  ...(['clinic-invoice-pdf', 'pay-clinic-invoice'] as const).map(
    (call): IdCase => ({
      call,
      input: (id) => ({ invoiceId: id }),
      actor: 'admin',
      own: { id: () => anOpenClinicInvoice(test, one().id), answer: 'ok' },
      lower: { actor: 'staff', id: () => anOpenClinicInvoice(test, one().id), answer: 'not_allowed' },
      foreign: { id: () => anOpenClinicInvoice(test, two().id), answer: 'not_found' },
      random: stripeId('in'),
    }),
  ),
  {
    call: 'receipt-pdf',
    input: (id) => ({ receiptId: id }),
    actor: 'admin',
    own: { id: () => scene.plant.receipt(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene.plant.receipt(one().id, patientOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: { id: () => scene.plant.receipt(two().id, patientOf('foreignPatient')), answer: 'not_found' },
  },
  {
    call: 'get-user-profiles',
    input: (id) => ({ userIds: Array.isArray(id) ? id : [id] }),
    isList: true,
    actor: 'staff',
    own: { id: () => userOf('patient'), answer: 'ok 1' },
    lower: { actor: 'patient', id: () => userOf('otherPatient'), answer: 'ok 0' },
    foreign: { id: () => scene.world.owners.foreignPatient.userId, answer: 'ok 0' },
  },
  {
    call: 'rpc/get_users_by_ids',
    input: (id) => ({ user_ids: Array.isArray(id) ? id : [id] }),
    isList: true,
    actor: 'staff',
    own: { id: () => userOf('patient'), answer: 'ok 1' },
    lower: { actor: 'patient', id: () => userOf('otherPatient'), answer: 'ok 0' },
    foreign: { id: () => scene.world.owners.foreignPatient.userId, answer: 'ok 0' },
  },
  ...[
    { call: 'switch-sso-provider', input: (id: unknown) => ({ providerId: id, isEnabled: false }) },
    { call: 'remove-sso-provider', input: (id: unknown) => ({ providerId: id }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'admin',
      own: { id: () => scene.plant.identityProvider(one().id), answer: 'ok' },
      lower: { actor: 'staff', id: () => scene.plant.identityProvider(one().id), answer: 'not_allowed' },
      foreign: { id: () => scene.plant.identityProvider(two().id), answer: 'not_found' },
    }),
  ),
  {
    call: 'mark-notices-read',
    input: (id) => ({ noticeIds: Array.isArray(id) ? id : [id] }),
    isList: true,
    actor: 'staff',
    own: { id: uuid, answer: 'ok' },
    lower: { actor: 'patient', id: uuid, answer: 'not_allowed' },
    foreign: { id: uuid, answer: 'ok' },
  },
  ...[
    {
      call: 'save-task',
      input: (id: unknown) => ({
        taskId: id,
        version: 1,
        title: 'Call back',
        patientId: '',
        assigneeId: userOf('staff'),
        dueOn: '',
      }),
    },
    { call: 'complete-task', input: (id: unknown) => ({ taskId: id, isDone: true }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'staff',
      own: { id: async () => (await aTask(test.db, one())).id, answer: 'ok' },
      lower: { actor: 'viewer', id: async () => (await aTask(test.db, one())).id, answer: 'not_allowed' },
      foreign: { id: async () => (await aTask(test.db, two())).id, answer: 'not_found' },
    }),
  ),
  ...[
    {
      call: 'send-message',
      input: (id: unknown) => ({ patientId: id, body: 'Is Thursday at ten possible?', attempt: uuid() }),
    },
    { call: 'read-messages', input: (id: unknown) => ({ patientId: id, upTo: 1 }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'staff',
      own: { id: () => patientOf('patient'), answer: 'ok' },
      // a patient writes in their own thread only
      lower: { actor: 'patient', id: () => patientOf('otherPatient'), answer: 'not_found' },
      foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
    }),
  ),
  ...[
    { call: 'assign-thread', input: (id: unknown) => ({ patientId: id, assigneeId: userOf('staff') }) },
    { call: 'close-thread', input: (id: unknown) => ({ patientId: id, isClosed: true }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'staff',
      own: { id: async () => (await aThread(test.db, one())).patientId, answer: 'ok' },
      lower: {
        actor: 'viewer',
        id: async () => (await aThread(test.db, one())).patientId,
        answer: 'not_allowed',
      },
      foreign: { id: async () => (await aThread(test.db, two())).patientId, answer: 'not_found' },
    }),
  ),
  {
    call: 'answer-feedback',
    input: (id) => ({ feedbackId: id, isAnswered: true }),
    actor: 'staff',
    own: { id: async () => (await someFeedback(test.db, one())).id, answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: async () => (await someFeedback(test.db, one())).id,
      answer: 'not_allowed',
    },
    foreign: { id: async () => (await someFeedback(test.db, two())).id, answer: 'not_found' },
  },
  ...[
    {
      call: 'save-content',
      input: (id: unknown) => ({
        itemId: id,
        version: 1,
        title: 'Sleeping better',
        category: 'Wellness',
        description: '',
        coverFileId: null,
        body: anArticle(),
      }),
    },
    { call: 'publish-content', input: (id: unknown) => ({ itemId: id, version: 1 }) },
    {
      call: 'set-content-status',
      input: (id: unknown) => ({ itemId: id, status: 'archived' }),
      status: 'published' as const,
    },
    { call: 'delete-content', input: (id: unknown) => ({ itemId: id, isDeleted: true }) },
    { call: 'feature-content', input: (id: unknown) => ({ itemId: id, isFeatured: true }) },
  ].map(
    ({ call, input, status = 'draft' as const }): IdCase => ({
      call,
      input,
      actor: 'staff',
      own: { id: () => contentOf(one(), status), answer: 'ok' },
      lower: { actor: 'viewer', id: () => contentOf(one(), status), answer: 'not_allowed' },
      foreign: { id: () => contentOf(two(), status), answer: 'not_found' },
    }),
  ),
  ...[
    { call: 'record-reading', input: (id: unknown) => ({ itemId: id }) },
    { call: 'save-for-later', input: (id: unknown) => ({ itemId: id, isSaved: true }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'patient',
      own: { id: () => contentOf(one(), 'published'), answer: 'ok' },
      // what is not published does not exist for patients
      lower: { actor: 'patient', id: () => contentOf(one(), 'draft'), answer: 'not_found' },
      foreign: { id: () => contentOf(two(), 'published'), answer: 'not_found' },
    }),
  ),
  {
    call: 'file-links',
    input: (id) => ({ fileIds: Array.isArray(id) ? id : [id] }),
    isList: true,
    actor: 'staff',
    own: { id: () => scene.plant.personFile(one().id, patientOf('patient')), answer: 'ok 1' },
    lower: {
      actor: 'patient',
      id: () => scene.plant.personFile(one().id, patientOf('patient')),
      answer: 'ok 0',
    },
    foreign: { id: () => scene.plant.personFile(two().id, patientOf('foreignPatient')), answer: 'ok 0' },
  },
  {
    call: 'set-avatar',
    input: fileInput,
    actor: 'patient',
    own: { id: () => scene.plant.picture(userOf('patient')), answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene.plant.picture(userOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene.plant.picture(scene.world.owners.foreignPatient.userId),
      answer: 'not_found',
    },
  },
  {
    call: 'set-clinic-logo',
    input: fileInput,
    actor: 'admin',
    own: { id: () => scene.plant.picture(userOf('admin'), one().id), answer: 'ok' },
    lower: {
      actor: 'staff',
      id: () => scene.plant.picture(userOf('staff'), one().id),
      answer: 'not_allowed',
    },
    foreign: { id: () => scene.plant.picture(userOf('admin'), two().id), answer: 'not_found' },
  },
  {
    call: 'share-file',
    input: (fileId) => ({ fileId, isShared: true }),
    actor: 'staff',
    own: { id: () => scene.plant.personFile(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: () => scene.plant.personFile(one().id, patientOf('patient')),
      answer: 'not_allowed',
    },
    foreign: { id: () => scene.plant.personFile(two().id, patientOf('foreignPatient')), answer: 'not_found' },
  },
  {
    call: 'remove-file',
    input: fileInput,
    actor: 'admin',
    own: { id: () => scene.plant.personFile(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: () => scene.plant.personFile(one().id, patientOf('patient')),
      answer: 'not_allowed',
    },
    foreign: { id: () => scene.plant.personFile(two().id, patientOf('foreignPatient')), answer: 'not_found' },
  },
  {
    call: 'remove-member',
    input: memberInput,
    actor: 'admin',
    own: { id: () => anAdmin(one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => anAdmin(one()), answer: 'not_allowed' },
    foreign: { id: () => anAdmin(two()), answer: 'not_found' },
  },
  {
    call: 'change-team-access',
    input: (id) => ({ membershipId: id, access: 'read-only' }),
    actor: 'admin',
    own: { id: () => anAdmin(one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => anAdmin(one()), answer: 'not_allowed' },
    foreign: { id: () => anAdmin(two()), answer: 'not_found' },
  },
  {
    call: 'person-looks',
    input: (id) => ({ patientId: id }),
    actor: 'admin',
    own: { id: () => patientOf('patient'), answer: 'ok' },
    lower: { actor: 'staff', id: () => patientOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'add-person-note',
    input: (id) => ({ patientId: id, body: 'Prefers mornings.' }),
    actor: 'staff',
    own: { id: () => patientOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => patientOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'change-person-note',
    input: (id) => ({ noteId: id, body: 'Prefers afternoons.', version: 1 }),
    actor: 'admin',
    own: { id: () => noteAbout('patient'), answer: 'ok' },
    lower: { actor: 'staff', id: () => noteAbout('patient'), answer: 'not_allowed' },
    foreign: { id: () => noteAbout('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'remove-person-note',
    input: (id) => ({ noteId: id, isRemoved: true }),
    actor: 'admin',
    own: { id: () => noteAbout('patient'), answer: 'ok' },
    lower: { actor: 'staff', id: () => noteAbout('patient'), answer: 'not_allowed' },
    foreign: { id: () => noteAbout('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'person',
    input: (id) => ({ personId: id }),
    actor: 'staff',
    own: { id: () => patientOf('patient'), answer: 'ok' },
    lower: { actor: 'patient', id: () => patientOf('otherPatient'), answer: 'not_allowed' },
    foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
  },
  {
    // a place in the list: one that is none of the clinic's is its beginning
    call: 'list-members',
    input: (id) => ({ afterId: id }),
    actor: 'staff',
    own: { id: () => scene.world.owners.patient.membershipId, answer: 'ok' },
    lower: { actor: 'patient', id: () => scene.world.owners.patient.membershipId, answer: 'not_allowed' },
    foreign: { id: () => scene.world.owners.foreignPatient.membershipId, answer: 'ok' },
  },
  {
    // an id to filter by: whoever never did anything here is everybody else
    call: 'clinic-activity',
    input: (id) => ({ actorId: id }),
    actor: 'admin',
    own: { id: () => one().admin.userId, answer: 'ok' },
    lower: { actor: 'staff', id: () => one().admin.userId, answer: 'not_allowed' },
    foreign: { id: () => two().admin.userId, answer: 'ok' },
  },
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
          const time = await aFreeTime(scene)
          startsAt = time.startsAt
          return time.providerId
        },
        answer: 'ok',
      },
      lower: { actor: 'staff', id: () => providerOf(one()), answer: 'not_allowed' },
      foreign: {
        id: async () => {
          startsAt = (await aFreeTime(scene)).startsAt
          return providerOf(two())
        },
        answer: 'time_not_offered',
      },
    }
  }),
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
    own: { id: () => aScheduleException(test.db, one()), answer: 'ok' },
    lower: { actor: 'viewer', id: () => aScheduleException(test.db, one()), answer: 'not_allowed' },
    foreign: { id: () => aScheduleException(test.db, two()), answer: 'not_found' },
  },
  {
    // last: it advances the marker
    call: 'transfer-ownership',
    input: memberInput,
    actor: 'admin',
    own: { id: () => anAdmin(one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => anAdmin(one()), answer: 'not_allowed' },
    foreign: { id: () => anAdmin(two()), answer: 'not_found' },
  },
]

async function call(each: IdCase, actor: ActorName, id: unknown) {
  const person = scene.world.people[actor]
  const path = each.call.startsWith('rpc/') ? `/rest/v1/${each.call}` : `/functions/v1/${each.call}`
  const { status, text } = await test.ask(path, {
    method: 'POST',
    body: each.input(id),
    token: person ? await test.tokenOf(person) : null,
    clinic: one(),
  })
  const body = JSON.parse(text)
  const list = Array.isArray(body) ? body : body.links
  const rows = Array.isArray(list) ? ` ${list.length}` : ''
  // what differs in every answer
  delete body.requestId
  return { answer: status === 200 ? `ok${rows}` : String(body.code), status, body }
}

/** Functions whose ids have tests of their own below, or are another system's. */
const withoutCase = ['create-clinic-with-admin', 'add-sso-provider', 'join-clinic']

it('every function that takes an id has a case', () => {
  const takingIds = actions.filter(({ input }) => Object.keys(input.shape).some((key) => /Ids?$/.test(key)))
  const untested = takingIds.filter(({ name }) => !cases.some(({ call }) => call === name))
  expect(untested.map(({ name }) => name)).toEqual(withoutCase)
})

describe.each(cases)('$call', (each) => {
  it('another clinic’s id changes nothing and reveals nothing', async () => {
    expect((await call(each, each.actor, await each.foreign.id())).answer).toBe(each.foreign.answer)
  })

  it('an unknown id gets exactly the answer of another clinic’s', async () => {
    const unknown = await call(each, each.actor, (each.random ?? uuid)())
    expect(unknown).toEqual(await call(each, each.actor, await each.foreign.id()))
  })

  it('101 ids at once are refused', async () => {
    const { status } = await call(each, each.actor, Array.from({ length: 101 }, each.random ?? uuid))
    expect(status).toBe(400)
  })

  it('an id of the same clinic is refused to callers without permission', async () => {
    const { actor, id, answer } = each.lower
    expect((await call(each, actor, await id())).answer).toBe(answer)
  })

  it('the caller’s own id works', async () => {
    expect((await call(each, each.actor, await each.own.id())).answer).toBe(each.own.answer)
  })
})

describe('the id of a sign-up names it and nothing else', () => {
  const create = async (actor: ActorName | null, userId: unknown) => {
    const person = actor ? scene.world.people[actor] : undefined
    const subdomain = `name-${uuid().slice(0, 8)}`
    const { status } = await test.ask('/functions/v1/create-clinic-with-admin', {
      method: 'POST',
      body: { name: 'New Clinic', subdomain, userId },
      token: person ? await test.tokenOf(person) : null,
    })
    const owners = await test.db.asOwner<{ user_id: string }>(
      `select m.user_id from clinic_memberships m join clinics c on c.id = m.clinic_id
        where c.subdomain = $1 and m.is_owner`,
      [subdomain],
    )
    return { status, owners: owners.map(({ user_id }) => user_id) }
  }

  it.each<[string, () => unknown]>([
    ['of a user of the same clinic', () => userOf('patient')],
    ['of a user of another clinic', () => userOf('foreignAdmin')],
    ['of no one', uuid],
  ])('%s: without a session it gives no access', async (_whose, id) => {
    expect(await create(null, id())).toEqual({ status: 401, owners: [] })
  })

  it.each<[string, () => unknown]>([
    ['of a user of the same clinic', () => userOf('patient')],
    ['of a user of another clinic', () => userOf('foreignAdmin')],
    ['of no one', uuid],
  ])('%s: with a session the caller becomes the admin', async (_whose, id) => {
    expect(await create('outsider', id())).toEqual({ status: 200, owners: [userOf('outsider')] })
  })

  it('101 of them are refused', async () => {
    expect((await create(null, Array.from({ length: 101 }, uuid))).status).toBe(400)
  })
})

describe('the id of a clinic to join', () => {
  const join = async (clinicId: unknown) => {
    const person = scene.world.people.outsider
    const { status, text } = await test.ask('/functions/v1/join-clinic', {
      method: 'POST',
      body: { clinicId },
      token: person ? await test.tokenOf(person) : null,
    })
    return { status, body: JSON.parse(text) }
  }

  it('makes the caller a patient, and never more', async () => {
    const { status, body } = await join(two().id)
    expect(status).toBe(200)
    expect(body.membership).toMatchObject({ role: 'patient', user_id: userOf('outsider') })
  })

  it('of no clinic gives no access', async () => {
    expect(await join(uuid())).toMatchObject({ status: 404, body: { code: 'clinic_not_found' } })
  })

  it('101 of them are refused', async () => {
    expect((await join(Array.from({ length: 101 }, uuid))).status).toBe(400)
  })
})
