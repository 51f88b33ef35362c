import type { Services } from '#server/clinic/action.ts'
import { acceptGuardianship } from '#server/features/guardians/accept-guardianship.ts'
import { addGuardian } from '#server/features/guardians/add-guardian.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import type { DemoWriter } from './demo-messages.ts'

/** One family at Sunrise: a mother acts for her children; one is old enough for a separate page. */
export async function giveDemoGuardians(
  services: Services,
  {
    clinicId,
    subdomain,
    desk,
    people,
  }: { clinicId: string; subdomain: string; desk: Caller; people: ReadonlyMap<string, DemoWriter> },
): Promise<void> {
  const mother = people.get('beatrice')
  if (subdomain !== 'sunrise' || !mother) return
  const children = await services.transactions.withSystem('demo', (tx) =>
    tx
      .selectFrom('patients')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('full_name', 'in', ['Camille Marlowe', 'Theo Marlowe'])
      .execute(),
  )
  for (const { id: patientId } of children) {
    const { guardianId } = (await addGuardian.call(services, desk, {
      patientId,
      fullName: 'Beatrice Fontaine-Marlowe',
      email: 'beatrice@sunrise.test',
      access: 'full',
      untilOn: '',
      agreedBy: 'Both parents, in the practice',
      bornOn: '',
    })) as { guardianId: string }
    await acceptGuardianship.call(services, mother.caller, { guardianId })
  }
}
