import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { SectionOnRequest } from '#web/components/page/section-on-request.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ShownCarePlan } from './person-care-plan.tsx'
import { ownCarePlanQuery } from './queries.ts'

const texts = guardianTexts.ward.carePlan

export function WardCarePlan({ clinic }: { clinic: Clinic }) {
  const [isOpen, setOpen] = useState(false)
  const stored = useQuery({ ...ownCarePlanQuery(clinic.subdomain), enabled: isOpen })
  return (
    <SectionOnRequest
      title={texts.title}
      texts={texts}
      read={stored}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
    >
      {(plan) => <ShownCarePlan stored={plan} clinic={clinic} />}
    </SectionOnRequest>
  )
}
