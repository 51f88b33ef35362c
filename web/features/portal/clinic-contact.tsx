import { Globe, Phone } from 'lucide-react'
import { openingLines } from '#domain/clinics/opening-hours.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { isWebAddress } from '#domain/values/web-address.ts'
import { Folded } from '#web/components/page/folded.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'

const texts = portalTexts.home.clinic

/** Phone number and website of the clinic; its hours and description are folded. */
export function ClinicContact({ clinic }: { clinic: Clinic }) {
  const { about, phone, website } = clinic
  const hours = openingLines(clinic.opening_hours)
  if (!about && !phone && !website && hours.length === 0) return null
  return (
    <section aria-labelledby="about-clinic">
      <h3 id="about-clinic" className="font-semibold break-words">
        {texts.title(clinic.name)}
      </h3>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
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
        {website && isWebAddress(website) && (
          <li>
            <a className="link inline-flex min-h-11 items-center gap-2" href={website} rel="noreferrer">
              <Globe aria-hidden className="size-5" />
              {texts.website}
            </a>
          </li>
        )}
      </ul>
      {(about || hours.length > 0) && (
        <Folded name={hours.length > 0 ? texts.hours : texts.about}>
          {hours.length > 0 && (
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 pb-2 text-form">
              {hours.map(({ days, times }) => (
                <div key={days} className="contents">
                  <dt className="font-semibold">{days}</dt>
                  <dd className="tabular-nums">{times}</dd>
                </div>
              ))}
            </dl>
          )}
          {about && <p className="pb-2 text-form break-words whitespace-pre-line">{about}</p>}
        </Folded>
      )}
    </section>
  )
}
