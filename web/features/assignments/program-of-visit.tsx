import { useQuery } from '@tanstack/react-query'
import { programTexts } from '#domain/texts/programs.ts'
import { programOfVisitQuery } from './queries.ts'

/** Health program and session of a visit's patient (docs/specification.md B2.9); nothing without a program. */
export function ProgramOfVisit({
  slug,
  visit,
}: {
  slug: string
  visit: { patientId: string; startsAt: string }
}) {
  const { data } = useQuery(programOfVisitQuery(slug, visit))
  if (!data) return null
  return (
    <p className="mb-3 text-form break-words">
      <span className="text-muted">{programTexts.ofVisit}</span>{' '}
      <span className="font-semibold">
        <span aria-hidden>{data.emoji}</span> {data.title}
      </span>
      {data.session && `, ${data.session}`}
    </p>
  )
}
