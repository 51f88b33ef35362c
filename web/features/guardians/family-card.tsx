import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownWardsQuery } from './queries.ts'

export function FamilyCard({ clinic, familyPath }: { clinic: Clinic; familyPath: string }) {
  const read = useQuery(ownWardsQuery(clinic.subdomain))
  if (read.isPending) return <Waiting />
  const wards = read.data?.wards.filter(({ state }) => state !== 'ended') ?? []
  if (wards.length === 0) return null
  return (
    <Card
      role="region"
      aria-label={guardianTexts.home.title}
      className="flex flex-wrap items-center justify-between gap-4"
    >
      <div className="min-w-0 flex-1 basis-56">
        <CardTitle>{guardianTexts.home.title}</CardTitle>
        <p className="mt-1 break-words text-muted">{wards.map(({ name }) => name).join(', ')}</p>
      </div>
      <Button asChild variant="outline">
        <Link to={withClinic(familyPath)}>{guardianTexts.home.open}</Link>
      </Button>
    </Card>
  )
}
