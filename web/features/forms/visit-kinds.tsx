import { useQuery } from '@tanstack/react-query'
import { formTexts } from '#domain/texts/forms.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { FieldError } from '#web/components/form/field.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { visitKindsQuery } from './queries.ts'

const texts = formTexts.editor

/** The kinds of visits that a form is asked for; inactive ones only if they are chosen. */
export function VisitKinds({
  slug,
  chosen,
  error,
  onChange,
}: {
  slug: string
  chosen: readonly string[]
  error: string | undefined
  onChange(keys: string[]): void
}) {
  const kinds = useQuery(visitKindsQuery(slug))
  const offered = kinds.data?.filter(({ key, isActive }) => isActive || chosen.includes(key))
  return (
    <fieldset aria-describedby={error ? 'form-visit-kinds-error' : undefined}>
      <legend className="mb-1.5 font-semibold">{texts.visitTypes}</legend>
      {kinds.isPending ? (
        <Skeleton className="h-24 rounded-control" />
      ) : !offered ? (
        <ErrorState title={texts.visitTypesFailed} onRetry={() => void kinds.refetch()} />
      ) : (
        offered.map(({ key, name }) => (
          <label key={key} htmlFor={`form-visit-${key}`} className="flex min-h-11 items-center gap-3">
            <Checkbox
              id={`form-visit-${key}`}
              checked={chosen.includes(key)}
              aria-invalid={Boolean(error)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, key] : chosen.filter((each) => each !== key))
              }
            />
            <span className="min-w-0 break-words">{name}</span>
          </label>
        ))
      )}
      {error && <FieldError id="form-visit-kinds-error">{error}</FieldError>}
    </fieldset>
  )
}
