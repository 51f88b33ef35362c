import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import type { OwnPasswordTerms } from '#domain/account/forms.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { PasswordForm, type PasswordWords } from './password-form.tsx'
import { passwordTermsQuery } from './password-terms.ts'

const texts = accountTexts.password

/**
 * @param title if the page's heading does not name it
 * @param lead note about changing it
 * @param hint under the new password
 * @param words of the outcome
 */
export function PasswordSection({
  user,
  title,
  lead,
  hint,
  words,
}: {
  user: User
  title?: string
  lead?: string
  hint?: string
  words?: PasswordWords
}) {
  const terms = useQuery(passwordTermsQuery(useClinicSlug()))
  if (terms.isError && !terms.data) {
    return <ErrorState title={shellTexts.readFailedTitle} onRetry={() => void terms.refetch()} />
  }
  return (
    <Card>
      {title && <CardTitle>{title}</CardTitle>}
      <Note terms={terms.data} lead={lead} />
      {!terms.data ? (
        <Loading label={shellTexts.loading}>
          <Skeleton className="h-17" />
          <Skeleton className="mt-5 h-17" />
        </Loading>
      ) : (
        !terms.data.is_managed_elsewhere && (
          <PasswordForm
            key={`${terms.data.needs_current_password} ${terms.data.needs_nonce}`}
            user={user}
            terms={terms.data}
            hint={hint}
            words={words}
            onStored={() => void terms.refetch()}
          />
        )
      )}
    </Card>
  )
}

function Note({ terms, lead }: { terms: OwnPasswordTerms | undefined; lead: string | undefined }) {
  if (terms?.is_managed_elsewhere) return <CardNote>{texts.managed}</CardNote>
  const note = terms?.is_set === false ? texts.first : lead
  return note ? <CardNote className="mb-4">{note}</CardNote> : null
}
