import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aCarePlanTemplate } from '#testing/care-plans.ts'
import { aContentItem } from '#testing/content.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { anInvitation, aStaffMember, type Member, type TestClinic } from '#testing/people.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import { aPresentation, aVisitLesson } from '#testing/presentations.ts'
import { anEnrollment, aProgram } from '#testing/programs.ts'
import { aSupportAccess } from '#testing/support.ts'
import { aFreeDay, type Scene } from '../function-inputs.ts'
import type { TestServer } from '../test-server.ts'

/** One function that takes an id: who may use it on which id, and what others get. */
export interface IdCase {
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

export const uuid = () => crypto.randomUUID()
export const memberInput = (id: unknown) => ({ membershipId: id })
export const clinicInput = (id: unknown) => ({ clinicId: id })
export const fileInput = (id: unknown) => ({ fileId: id })
export const planInput = (id: unknown) => ({ planId: id })
export const draftInput = (id: unknown) => ({
  planId: id,
  kind: 'wellness',
  name: 'Draft',
  interval: 'month',
  amountCents: 4900,
})
export const subscriptionInput = (id: unknown) => ({ subscriptionId: id })
export const stripeId = (prefix: string) => () => `${prefix}_${uuid().replaceAll('-', '')}`

export type IdWorld = ReturnType<typeof idWorld>

/** Where the cases take their ids. Both are read when a case runs: cases are listed before there is a server or a scene. */
export function idWorld(test: () => TestServer, scene: () => Scene) {
  const one = () => scene().world.clinics.one
  const two = () => scene().world.clinics.two
  const patientOf = (name: 'patient' | 'otherPatient' | 'foreignPatient') =>
    scene().world.owners[name].patientId
  const waitingAccess = (clinicId: string) => aSupportAccess(test().db, clinicId, { askedAt: new Date() })
  /** A visit of a patient, on a day of its own. */
  const visitOf = async (name: 'patient' | 'otherPatient' | 'foreignPatient') => {
    const clinic = name === 'foreignPatient' ? two() : one()
    return (await anAppointment(test().db, clinic, scene().world.owners[name], { date: aFreeDay() })).id
  }
  const providerOf = async (clinic: TestClinic, person?: Member) =>
    (await aProvider(test().db, clinic, person ? { person } : {})).id
  /** A note by the clinic's admin about a patient. */
  const noteAbout = (name: 'patient' | 'foreignPatient') =>
    aPersonNote(test().db, name === 'patient' ? one() : two(), scene().world.owners[name])
  /** The invoice that the payment sandbox knows, given to a patient. */
  const invoiceOf = async (name: 'patient' | 'otherPatient') => {
    await test().db.asOwner('update invoices set patient_id = $2 where id = $1', [
      scene().invoiceId,
      patientOf(name),
    ])
    return scene().invoiceId
  }
  const waiting = async (clinic: TestClinic, role: 'patient' | 'admin') =>
    (await anInvitation(test().db, clinic, { email: aGuestAddress(), role })).membershipId
  const anAdmin = async (clinic: TestClinic) =>
    (await aStaffMember(test().db, clinic, { role: 'admin' })).membershipId
  const aColleague = async (clinic: TestClinic) => (await aStaffMember(test().db, clinic)).membershipId
  const userOf = (name: ActorName) => scene().world.people[name]?.userId ?? ''
  const contentOf = async (clinic: TestClinic, status: 'draft' | 'published') =>
    (await aContentItem(test().db, clinic, { status })).itemId
  const assignmentOf = async (name: 'patient' | 'foreignPatient') => {
    const clinic = name === 'foreignPatient' ? two() : one()
    return (await anAssignment(test().db, clinic, scene().world.owners[name])).id
  }
  const presentationOf = async (clinic: TestClinic, status: 'draft' | 'published') =>
    (await aPresentation(test().db, clinic, { status })).itemId
  const programOf = async (clinic: TestClinic) => (await aProgram(test().db, clinic)).programId
  const templateOf = (clinic: TestClinic) => aCarePlanTemplate(test().db, clinic)
  const enrollmentOf = (name: 'patient' | 'foreignPatient') => {
    const clinic = name === 'foreignPatient' ? two() : one()
    return anEnrollment(test().db, clinic, scene().world.owners[name])
  }
  const lessonOf = async (name: 'patient' | 'foreignPatient') => {
    const clinic = name === 'foreignPatient' ? two() : one()
    return (await aVisitLesson(test().db, clinic, await visitOf(name))).lessonId
  }
  return {
    test,
    scene,
    one,
    two,
    patientOf,
    visitOf,
    providerOf,
    noteAbout,
    invoiceOf,
    waiting,
    anAdmin,
    aColleague,
    waitingAccess,
    userOf,
    contentOf,
    assignmentOf,
    presentationOf,
    programOf,
    templateOf,
    enrollmentOf,
    lessonOf,
  }
}
