import { permissionSets } from '#domain/permissions.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import type { TestDatabase } from '#testing/database/database.ts'
import { aChild, aGuardian } from '#testing/guardians.ts'
import {
  aClinic,
  aMembershipOf,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  aVisitor,
  type Patient,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { type ActorName, guardianNames } from './expectations.ts'

/** Two clinics and the actors that try to reach their rows. */
export interface World {
  clinics: { one: TestClinic; two: TestClinic }
  /** Null for the server, which enters as `system`. */
  callers: Record<ActorName, Caller | null>
  /** The access by which some of them act, and whose rows are `own` for them. */
  guardianships: Partial<Record<ActorName, { id: string; patientId: string; wardUserId: string | null }>>
  /** The actors that own rows. */
  people: Partial<Record<ActorName, Person>>
  /** The owners of the rows created in every table. */
  owners: { patient: Owner; otherPatient: Owner; pending: Owner; foreignPatient: Owner }
}

export interface Owner {
  clinicId: string
  userId: string
  sessionId: string
  patientId: string
  membershipId: string
}

/** @param given existing clinics to use; their rows stay */
export async function makeWorld(
  db: TestDatabase,
  given?: { one: TestClinic; two: TestClinic },
): Promise<World> {
  const one = given?.one ?? (await aClinic(db))
  const two = given?.two ?? (await aClinic(db))
  const patient = await aPatient(db, one)
  const otherPatient = await aPatient(db, one)
  const pending = await aPatient(db, one, { status: 'pending', confirmed: false })
  const foreignPatient = await aPatient(db, two)
  const staffElsewhere = await aStaffMember(db, one)
  await aMembershipOf(db, staffElsewhere, two, { role: 'patient' })
  const removed = await aStaffMember(db, one)
  await db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [removed.membershipId])
  const banned = await aStaffMember(db, one)
  await db.asOwner(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    banned.userId,
  ])

  const people: Partial<Record<ActorName, Person>> = {
    patient,
    otherPatient,
    member: await aStaffMember(db, one, { role: 'member' }),
    staff: await aStaffMember(db, one),
    viewer: await aStaffMember(db, one, { isReadOnly: true }),
    delegate: await aStaffMember(db, one, { permissionSets }),
    billing: await aStaffMember(db, one, { isBillingOnly: true }),
    admin: one.admin,
    foreignAdmin: two.admin,
    twoClinics: staffElsewhere,
    removed,
    deactivated: await aPatient(db, one, { suspended: true }),
    pending,
    outsider: await aSignedInPerson(db),
    banned,
  }
  // the samples give the patient a date of birth; where the people are already there, it is a child
  const ward = given
    ? { ...(await aChild(db, one)), userId: null }
    : { patientId: patient.patientId, userId: patient.userId }
  const guardianships: World['guardianships'] = {}
  for (const name of guardianNames) {
    const access = name === 'limitedGuardian' ? 'limited' : 'full'
    const { person, guardianshipId } = await aGuardian(db, one, {
      patientId: ward.patientId,
      access,
    })
    people[name] = person
    guardianships[name] = { id: guardianshipId, patientId: ward.patientId, wardUserId: ward.userId }
  }
  const callers = Object.fromEntries(
    Object.entries(people).map(([name, person]) => [
      name,
      { ...person.caller(one), guardianship: guardianships[name as ActorName]?.id ?? null },
    ]),
  ) as World['callers']
  const owner = (from: Patient, clinic: TestClinic): Owner => ({ ...from, clinicId: clinic.id })
  return {
    clinics: { one, two },
    callers: { ...callers, visitor: aVisitor(one), service: null },
    guardianships,
    people,
    owners: {
      patient: owner(patient, one),
      otherPatient: owner(otherPatient, one),
      pending: owner(pending, one),
      foreignPatient: owner(foreignPatient, two),
    },
  }
}
