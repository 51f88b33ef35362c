import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addressLines,
  type BillingAddressForm,
  billingAddressInput,
  billingCountries,
} from '#domain/clinic-tier/billing-address.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { billingAddressQuery } from './queries.ts'

const texts = clinicTierTexts.billing.address

export function BillingAddressCard({ clinic }: { clinic: Clinic }) {
  const address = useQuery(billingAddressQuery(clinic))
  const [isOpen, setOpen] = useState(false)
  return (
    <Card id={settingsCardIds.billingAddress}>
      <CardTitle>{texts.title}</CardTitle>
      {address.isPending ? (
        <Loading>
          <Skeleton className="mt-3 h-20" />
        </Loading>
      ) : address.data === undefined ? (
        <ErrorState title={texts.loadFailed} onRetry={() => void address.refetch()} />
      ) : (
        <>
          {address.data.version === 0 ? (
            <p className="mt-3 text-muted">{texts.none}</p>
          ) : (
            <address className="mt-3 not-italic">
              {addressLines(address.data).map((line) => (
                <span key={line} className="block break-words">
                  {line}
                </span>
              ))}
            </address>
          )}
          <GuardedDialog
            isOpen={isOpen}
            onOpenChange={setOpen}
            trigger={
              <Button variant="outline" className="mt-5">
                {texts.update}
              </Button>
            }
            title={texts.title}
            description={texts.lead}
          >
            <Editor clinic={clinic} stored={address.data} onClose={() => setOpen(false)} />
          </GuardedDialog>
        </>
      )}
    </Card>
  )
}

function Editor({
  clinic,
  stored,
  onClose,
}: {
  clinic: Clinic
  stored: BillingAddressForm
  onClose(): void
}) {
  const versioned = useVersionedForm<BillingAddressForm>(billingAddressInput, stored)
  const {
    register,
    watch,
    formState: { errors },
  } = versioned.form
  const queryClient = useQueryClient()
  const query = billingAddressQuery(clinic)
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    store: (values) => callFunction('save-billing-address', values),
    onSaved: () => {
      toast.success(texts.saved)
      onClose()
    },
    failed: { title: texts.failedTitle, detail: texts.failed },
  })
  const isCanadian = watch('country') === 'CA'
  return (
    <VersionedFormFrame
      versioned={versioned}
      saving={saving}
      onClose={onClose}
      describe={(name) => ({
        label: texts[name],
        saved: name === 'country' ? texts.countries[versioned.saved.country] : String(versioned.saved[name]),
      })}
    >
      <Field label={texts.name} error={errors.name?.message}>
        {(control) => <Input autoComplete="organization" {...control} {...register('name')} />}
      </Field>
      <Field label={texts.line1} error={errors.line1?.message}>
        {(control) => <Input autoComplete="address-line1" {...control} {...register('line1')} />}
      </Field>
      <Field label={texts.line2} isOptional error={errors.line2?.message}>
        {(control) => <Input autoComplete="address-line2" {...control} {...register('line2')} />}
      </Field>
      <Field label={texts.city} error={errors.city?.message}>
        {(control) => <Input autoComplete="address-level2" {...control} {...register('city')} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={isCanadian ? texts.province : texts.state} error={errors.state?.message}>
          {(control) => <Input autoComplete="address-level1" {...control} {...register('state')} />}
        </Field>
        <Field label={isCanadian ? texts.postalCode : texts.zip} error={errors.postalCode?.message}>
          {(control) => <Input autoComplete="postal-code" {...control} {...register('postalCode')} />}
        </Field>
      </div>
      <Field label={texts.country} error={errors.country?.message}>
        {(control) => (
          <Select autoComplete="country" {...control} {...register('country')}>
            {billingCountries.map((country) => (
              <option key={country} value={country}>
                {texts.countries[country]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </VersionedFormFrame>
  )
}
