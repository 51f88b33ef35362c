import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type BookAccountNames, bookAccountName, bookAccounts } from '#domain/reports/book-accounts.ts'
import { reportTexts } from '#domain/texts/reports.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { bookAccountsQuery } from './queries.ts'

const texts = reportTexts.accounts

/** The clinic's names of the ledger's accounts, for exported journals. */
export function AccountNames({ slug, onClose }: { slug: string; onClose(): void }) {
  const stored = useQuery(bookAccountsQuery(slug))
  return (
    <GuardedDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.title}
      description={texts.lead}
    >
      {stored.isPending ? (
        <Loading>
          <Skeleton className="h-96" />
        </Loading>
      ) : stored.data ? (
        <Editor slug={slug} stored={stored.data} onClose={onClose} />
      ) : (
        <ErrorState title={texts.loadFailed} onRetry={() => void stored.refetch()} />
      )}
    </GuardedDialog>
  )
}

function Editor({ slug, stored, onClose }: { slug: string; stored: BookAccountNames; onClose(): void }) {
  const queryClient = useQueryClient()
  const [names, setNames] = useState(stored)
  const save = useMutation({
    mutationFn: () => callFunction('save-book-accounts', { names }),
    onSuccess: () => {
      toast.success(texts.saved)
      onClose()
    },
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
    onSettled: () => queryClient.invalidateQueries(bookAccountsQuery(slug)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form onSubmit={submit}>
      <div className="space-y-5">
        {bookAccounts.map((account) => {
          const byDefault = (format: 'quickbooks' | 'xero') => bookAccountName(account, {}, format)
          return (
            <Field
              key={account}
              label={texts.names[account]}
              hint={texts.defaults(byDefault('quickbooks'), byDefault('xero'))}
            >
              {(control) => (
                <Input
                  autoComplete="off"
                  maxLength={100}
                  {...control}
                  value={names[account] ?? ''}
                  onChange={({ target }) => setNames({ ...names, [account]: target.value })}
                />
              )}
            </Field>
          )
        })}
      </div>
      <DialogActions onCancel={onClose}>
        <SubmitButton isBusy={save.isPending} busyText={texts.busy}>
          {texts.save}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
