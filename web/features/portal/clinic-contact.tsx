import { Globe, Phone } from 'lucide-react'
import { portalTexts } from '#domain/texts/portal.ts'
import { Card } from '#web/components/ui/card.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'

const texts = portalTexts.home.clinic

/** The clinic's description and contact. Renders nothing when there is none. */
export function ClinicContact({ clinic }: { clinic: Clinic }) {
  const { about, phone, website } = clinic
  if (!about && !phone && !website) return null
  return (
    <section aria-labelledby="about-clinic">
      <h2 id="about-clinic" className="font-display text-h3 font-medium break-words">
        {texts.title(clinic.name)}
      </h2>
      <Card className="mt-4">
        {about && <p className="break-words whitespace-pre-line">{about}</p>}
        <ul className="flex flex-wrap gap-x-6 gap-y-1 not-first:mt-3">
          {phone && (
            <li>
              <a
                className="link inline-flex min-h-11 items-center gap-2"
                href={`tel:${phone.replace(/[^\d+]/g, '')}`}
              >
                <Phone aria-hidden className="size-5" />
                {texts.phone(phone)}
              </a>
            </li>
          )}
          {website && (
            <li>
              <a className="link inline-flex min-h-11 items-center gap-2" href={website} rel="noreferrer">
                <Globe aria-hidden className="size-5" />
                {texts.website}
              </a>
            </li>
          )}
        </ul>
      </Card>
    </section>
  )
}
