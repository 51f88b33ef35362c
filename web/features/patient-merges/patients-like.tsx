import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { personPath } from '#domain/paths.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'
import { patientsLikeQuery } from './queries.ts'

const texts = patientMergeTexts.like

/** Before an invitation: existing patients with the name or address; nothing without any. */
export function PatientsLike({ slug, name, email }: { slug: string; name: string; email: string }) {
  const [asked, address] = [useSettled(name.trim()), useSettled(email.trim())]
  const isWritten = asked.includes(' ') || address.includes('@')
  const like = useQuery({ ...patientsLikeQuery(slug, asked, address), enabled: isWritten })
  if (!isWritten || !like.data || like.data.length === 0) return null
  return (
    <Notice tone="info">
      {like.data.map((patient) => (
        <p key={patient.id}>
          {patient.hasEmail ? texts.email(patient.name) : texts.name(patient.name)}{' '}
          <Link className="link" to={withClinic(personPath(patient.id))}>
            {texts.open(patient.name)}
          </Link>
        </p>
      ))}
    </Notice>
  )
}
