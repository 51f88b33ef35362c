import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { settingsTexts } from '#domain/texts/settings.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { PasswordForm } from './password-form.tsx'
import { passwordTermsQuery } from './password-terms.ts'

const texts = settingsTexts.password

/** A person's password: changed, set for the first time, or kept by their organisation. */
export function PasswordSection({ user }: { user: User }) {
  const terms = useQuery(passwordTermsQuery())
  if (terms.isError && !terms.data) {
    return <ErrorState title={texts.readFailed} onRetry={() => void terms.refetch()} />
  }
  return (
    <Card>
      {!terms.data ? (
        <Loading label={texts.loading}>
          <Skeleton className="h-17 max-w-[28rem]" />
          <Skeleton className="mt-5 h-17 max-w-[28rem]" />
        </Loading>
      ) : terms.data.is_managed_elsewhere ? (
        <p className="max-w-[60ch] text-muted">{texts.managed}</p>
      ) : (
        <PasswordForm
          key={`${terms.data.needs_current_password} ${terms.data.needs_nonce}`}
          user={user}
          terms={terms.data}
          onStored={() => void terms.refetch()}
        />
      )}
    </Card>
  )
}
