import { aChild, aGuardian, bornYearsAgo } from '#testing/guardians.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import type { TestClinic } from '#testing/people.ts'
import type { IdCase, IdWorld } from './id-case.ts'

const input = (id: unknown) => ({ guardianId: id })

/** Functions that take ids: who acts for a patient under age. */
export const guardianIds = ({ test, scene, one, two, patientOf }: IdWorld): IdCase[] => {
  const childOf = async (clinic: TestClinic) => (await aChild(test().db, clinic)).patientId
  /** Access to a child's page, or to the record of one of the scene's patients. */
  const accessOf = async (clinic: TestClinic, patientId?: string) => {
    const about = { patientId: patientId ?? (await childOf(clinic)) }
    return (await aGuardian(test().db, clinic, about)).guardianshipId
  }
  const offerTo = async (clinic: TestClinic, name: 'outsider' | 'patient') => {
    const person = scene().world.people[name]
    if (!person) throw new Error(`no ${name}`)
    const about = { patientId: await childOf(clinic), person, accepted: false }
    return (await aGuardian(test().db, clinic, about)).guardianshipId
  }
  return [
    {
      call: 'guardians',
      input: (id) => ({ patientId: id }),
      actor: 'staff',
      own: { id: () => patientOf('patient'), answer: 'ok' },
      lower: { actor: 'patient', id: () => patientOf('otherPatient'), answer: 'not_found' },
      foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
    },
    {
      call: 'add-guardian',
      input: (id) => ({
        patientId: id,
        fullName: 'Greta Guardian',
        email: aGuestAddress(),
        access: 'full',
        untilOn: '',
        agreedBy: 'Both parents',
        bornOn: bornYearsAgo(7),
      }),
      actor: 'staff',
      own: { id: () => childOf(one()), answer: 'ok' },
      lower: { actor: 'viewer', id: () => childOf(one()), answer: 'not_allowed' },
      foreign: { id: () => childOf(two()), answer: 'not_found' },
    },
    {
      call: 'accept-guardianship',
      input,
      actor: 'outsider',
      own: { id: () => offerTo(one(), 'outsider'), answer: 'ok' },
      lower: { actor: 'patient', id: () => offerTo(one(), 'outsider'), answer: 'not_found' },
      // to the same person, at another clinic
      foreign: { id: () => offerTo(two(), 'outsider'), answer: 'not_found' },
    },
    {
      call: 'end-guardianship',
      input,
      actor: 'staff',
      own: { id: () => accessOf(one()), answer: 'ok' },
      lower: { actor: 'viewer', id: () => accessOf(one()), answer: 'not_found' },
      foreign: { id: () => accessOf(two()), answer: 'not_found' },
    },
    {
      call: 'ask-to-end-guardianship',
      input,
      actor: 'patient',
      own: { id: () => accessOf(one(), patientOf('patient')), answer: 'ok' },
      lower: { actor: 'otherPatient', id: () => accessOf(one(), patientOf('patient')), answer: 'not_found' },
      foreign: { id: () => accessOf(two(), patientOf('foreignPatient')), answer: 'not_found' },
    },
  ]
}
