import { useQuery } from '@tanstack/react-query'
import { personPath } from '#domain/paths.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { StandingBadge } from '#web/components/access/standing-badge.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { coverQuery } from './person-queries.ts'

const texts = membershipTexts.person.plans

/** The people a patient pays for, and the payers of the patient; nothing if all pay for themselves. */
export function PersonCover({ slug, patientId }: { slug: string | null; patientId: string }) {
  const cover = useQuery(coverQuery(slug, patientId))
  if (cover.isError) return <p className="mt-4 text-note text-muted">{texts.coverFailed}</p>
  const { paysFor = [], paidBy = [] } = cover.data ?? {}
  return (
    <>
      {paysFor.length > 0 && (
        <div className="mt-4">
          <h3 className="text-form font-semibold">{texts.paysFor}</h3>
          <ul className="mt-1 space-y-1">
            {paysFor.map(({ patientId: id, name, role }) => (
              <li key={id}>
                <TextLink to={withClinic(personPath(id))}>{name}</TextLink>
                {role === 'child' && <span className="text-muted"> ({texts.child})</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {paidBy.map(({ patientId: id, name, plan, standing }) => (
        <p key={id} className="mt-4">
          {texts.paidBy(plan)} <TextLink to={withClinic(personPath(id))}>{name}</TextLink>{' '}
          <StandingBadge standing={standing} />
        </p>
      ))}
    </>
  )
}
