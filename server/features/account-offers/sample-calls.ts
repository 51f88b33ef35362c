import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { anAccountOffer } from '#testing/account-offers.ts'
import { aGuestAddress } from '#testing/invitations.ts'

export const calls: SampleCalls = {
  'offer-account': {
    input: ({ world }) => ({ patientId: world.owners.otherPatient.patientId, email: aGuestAddress() }),
    freshProof: true,
  },
  'account-offer': { input: ofOtherPatient },
  'withdraw-account-offer': { input: ofOtherPatient },
  'own-account-offer': {
    answers: { rest: 'ok' },
  },
  'accept-account-offer': {
    // to an address of no account
    input: async ({ test, world }) => ({
      offerId: await anAccountOffer(test.db, world.clinics.one, aGuestAddress()),
    }),
    answers: { pending: 'email_not_confirmed', rest: 'not_found' },
    ids: async ({ test, world }, actor) => ({
      offerId: await anAccountOffer(
        test.db,
        world.clinics.one,
        world.people[actor]?.email ?? aGuestAddress(),
      ),
    }),
  },
}

function ofOtherPatient({ world }: Scene): { patientId: string } {
  return { patientId: world.owners.otherPatient.patientId }
}
