import type { UseFormRegisterReturn } from 'react-hook-form'
import { addressAfterManualEdit, addressAfterNameEdit } from '#domain/clinics/slug.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { AddressField } from '#web/components/form/address-field.tsx'
import { Field } from '#web/components/form/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import type { AddressCheck } from '#web/lib/hooks/use-address-check.ts'

/** Name and address of a new hub; the address follows the name until it is edited (docs/specification.md A4). */
export function ClinicFields({
  name,
  address,
  currentName,
  errors,
  check,
  onAddress,
}: {
  name: UseFormRegisterReturn
  address: UseFormRegisterReturn
  currentName: string
  errors: { name: string | undefined; address: string | undefined }
  check: AddressCheck
  onAddress(slug: string): void
}) {
  return (
    <>
      <Field label={accessTexts.fields.clinicName} error={errors.name}>
        {(control) => (
          <Input
            autoComplete="organization"
            {...control}
            {...name}
            onChange={(event) => {
              void name.onChange(event)
              onAddress(addressAfterNameEdit(event.target.value).slug)
            }}
          />
        )}
      </Field>
      <AddressField
        registration={address}
        error={errors.address}
        check={check}
        onEdit={(typed) => onAddress(addressAfterManualEdit(typed, currentName).slug)}
      />
    </>
  )
}
