import { useQuery } from '@tanstack/react-query'
import { MapPin, Video } from 'lucide-react'
import { ownAppointmentTexts } from '#domain/texts/own-appointments.ts'
import { Button } from '#web/components/ui/button.tsx'
import { type OwnVisit, visitPlaceQuery } from './own-queries.ts'
import type { VisitType } from './queries.ts'

const texts = ownAppointmentTexts

export function placeOf({ place }: Pick<OwnVisit, 'place'>, clinic: string, address: string): string {
  return place === 'in_person' ? texts.places.in_person(clinic, address) : texts.places[place]
}

/** The clinic's address and directions; empty while loading, since a visit can be shown without them. */
export function useVisitPlace(slug: string) {
  return useQuery(visitPlaceQuery(slug)).data ?? { address: '', directions: '' }
}

/** A video visit's link, or directions to the clinic in a map that receives only the address. */
export function WayToVisit({
  visit,
  type,
  clinic,
}: {
  visit: Pick<OwnVisit, 'place'>
  type: VisitType | undefined
  clinic: { name: string; subdomain: string }
}) {
  const { address } = useVisitPlace(clinic.subdomain)
  if (visit.place === 'video' && type?.videoLink)
    return (
      <Button asChild>
        <a href={type.videoLink} target="_blank" rel="noreferrer">
          <Video aria-hidden />
          {texts.join}
        </a>
      </Button>
    )
  if (visit.place !== 'in_person' || address === '') return null
  const map = new URL('https://www.google.com/maps/dir/?api=1')
  map.searchParams.set('destination', address)
  return (
    <Button asChild variant="outline">
      <a href={map.href} target="_blank" rel="noreferrer">
        <MapPin aria-hidden />
        {texts.directions}
      </a>
    </Button>
  )
}
