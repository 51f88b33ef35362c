import { aGuestAddress } from '#testing/invitations.ts'
import { aMerge, aRecord, aSplit, nothingChosen } from '#testing/patient-merges.ts'
import { clinicInput, type IdCase, type IdWorld, memberInput } from './id-case.ts'

/** Functions that take ids: who belongs to a clinic, and how they get in. */
export const accessIds = ({
  test,
  scene,
  one,
  two,
  patientOf,
  waiting,
  anAdmin,
  waitingAccess,
  userOf,
}: IdWorld): IdCase[] => [
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
    call: 'get-user-profiles',
    input: (id) => ({ userIds: Array.isArray(id) ? id : [id] }),
    isList: true,
    actor: 'staff',
    own: { id: () => userOf('patient'), answer: 'ok 1' },
    lower: { actor: 'patient', id: () => userOf('otherPatient'), answer: 'ok 0' },
    foreign: { id: () => scene().world.owners.foreignPatient.userId, answer: 'ok 0' },
  },
  {
    call: 'rpc/get_users_by_ids',
    input: (id) => ({ user_ids: Array.isArray(id) ? id : [id] }),
    isList: true,
    actor: 'staff',
    own: { id: () => userOf('patient'), answer: 'ok 1' },
    lower: { actor: 'patient', id: () => userOf('otherPatient'), answer: 'ok 0' },
    foreign: { id: () => scene().world.owners.foreignPatient.userId, answer: 'ok 0' },
  },
  ...[
    { call: 'switch-sso-provider', input: (id: unknown) => ({ providerId: id, isEnabled: false }) },
    { call: 'remove-sso-provider', input: (id: unknown) => ({ providerId: id }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'admin',
      own: { id: () => scene().plant.identityProvider(one().id), answer: 'ok' },
      lower: { actor: 'staff', id: () => scene().plant.identityProvider(one().id), answer: 'not_allowed' },
      foreign: { id: () => scene().plant.identityProvider(two().id), answer: 'not_found' },
    }),
  ),
  {
    call: 'remove-member',
    input: memberInput,
    actor: 'admin',
    own: { id: () => anAdmin(one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => anAdmin(one()), answer: 'not_allowed' },
    foreign: { id: () => anAdmin(two()), answer: 'not_found' },
  },
  {
    call: 'decide-support-access',
    input: (id) => ({ accessId: id, decision: 'decline' }),
    actor: 'admin',
    own: { id: () => waitingAccess(one().id), answer: 'ok' },
    lower: { actor: 'staff', id: () => waitingAccess(one().id), answer: 'not_allowed' },
    foreign: { id: () => waitingAccess(two().id), answer: 'not_found' },
  },
  ...['intoId', 'fromId'].map(
    (name): IdCase => ({
      call: 'compare-patients',
      input: (id) => ({
        intoId: scene().world.owners.patient.patientId,
        fromId: patientOf('otherPatient'),
        [name]: id,
      }),
      actor: 'admin',
      own: { id: () => aRecord(test().db, one()), answer: 'ok' },
      lower: { actor: 'staff', id: () => aRecord(test().db, one()), answer: 'not_allowed' },
      foreign: { id: () => aRecord(test().db, two()), answer: 'not_found' },
    }),
  ),
  {
    call: 'merge-patients',
    input: (id) => ({
      ...{ intoId: scene().world.owners.patient.patientId, fromId: id },
      ...{ name: 'into', email: 'into', keepFrom: [] },
    }),
    actor: 'admin',
    own: { id: () => aRecord(test().db, one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => aRecord(test().db, one()), answer: 'not_allowed' },
    foreign: { id: () => aRecord(test().db, two()), answer: 'not_found' },
  },
  {
    call: 'part-patients',
    input: (id) => ({ mergeId: id }),
    actor: 'admin',
    own: { id: () => aMerge(test().db, one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => aMerge(test().db, one()), answer: 'not_allowed' },
    foreign: { id: () => aMerge(test().db, two()), answer: 'not_found' },
  },
  {
    call: 'split-items',
    input: (id) => ({ patientId: id }),
    actor: 'admin',
    own: { id: () => aRecord(test().db, one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => aRecord(test().db, one()), answer: 'not_allowed' },
    foreign: { id: () => aRecord(test().db, two()), answer: 'not_found' },
  },
  // whose it is, and to whom it goes
  ...[
    ['preview-split', 'ok'] as const,
    // nothing is chosen
    ['split-patient', 'split_blocked'] as const,
  ].flatMap(([call, answer]) =>
    ['patientId', 'into'].map(
      (name): IdCase => ({
        call,
        input: (id) => ({
          patientId: name === 'into' ? scene().world.owners.patient.patientId : id,
          into: name === 'into' ? { patientId: id } : { name: 'Somebody Else' },
          chosen: nothingChosen,
        }),
        actor: 'admin',
        own: { id: () => aRecord(test().db, one()), answer },
        lower: { actor: 'staff', id: () => aRecord(test().db, one()), answer: 'not_allowed' },
        foreign: { id: () => aRecord(test().db, two()), answer: 'not_found' },
      }),
    ),
  ),
  {
    call: 'undo-split',
    input: (id) => ({ splitId: id }),
    actor: 'admin',
    own: { id: () => aSplit(test().db, one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => aSplit(test().db, one()), answer: 'not_allowed' },
    foreign: { id: () => aSplit(test().db, two()), answer: 'not_found' },
  },
  ...['dismiss-duplicates', 'restore-duplicates'].flatMap((call) =>
    ['patientId', 'otherId'].map(
      (name): IdCase => ({
        call,
        input: (id) => ({
          patientId: scene().world.owners.patient.patientId,
          otherId: patientOf('otherPatient'),
          [name]: id,
        }),
        actor: 'admin',
        own: { id: () => aRecord(test().db, one()), answer: 'ok' },
        lower: { actor: 'staff', id: () => aRecord(test().db, one()), answer: 'not_allowed' },
        foreign: { id: () => aRecord(test().db, two()), answer: 'not_found' },
      }),
    ),
  ),
  {
    call: 'person-merges',
    input: (id) => ({ patientId: id }),
    actor: 'admin',
    own: { id: () => scene().world.owners.patient.patientId, answer: 'ok' },
    lower: { actor: 'staff', id: () => scene().world.owners.patient.patientId, answer: 'not_allowed' },
    foreign: { id: () => scene().world.owners.foreignPatient.patientId, answer: 'not_found' },
  },
  {
    call: 'legal-hold',
    input: (id) => ({ patientId: id }),
    actor: 'admin',
    own: { id: () => scene().world.owners.patient.patientId, answer: 'ok' },
    lower: { actor: 'staff', id: () => scene().world.owners.patient.patientId, answer: 'not_allowed' },
    foreign: { id: () => scene().world.owners.foreignPatient.patientId, answer: 'not_found' },
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
    // last: it advances the marker
    call: 'transfer-ownership',
    input: memberInput,
    actor: 'admin',
    own: { id: () => anAdmin(one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => anAdmin(one()), answer: 'not_allowed' },
    foreign: { id: () => anAdmin(two()), answer: 'not_found' },
  },
]
