import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { CheckedCoupon } from '#domain/coupons/coupons.ts'
import { discountText } from '#domain/coupons/discount-text.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { couponTexts } from '#domain/texts/coupons.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'

const texts = couponTexts.join

/** @param coupon the applied one */
export function CouponField({
  priceId,
  currency,
  coupon,
  onChange,
}: {
  priceId: string
  currency: string
  coupon: CheckedCoupon | null
  onChange(coupon: CheckedCoupon | null): void
}) {
  const [code, setCode] = useState('')
  const check = useMutation({
    mutationFn: () => callFunction('check-coupon', { priceId, code }),
    onSuccess: onChange,
  })

  if (coupon) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-3" role="status">
        <span>
          <span className="font-semibold">{texts.applied(coupon.code)}</span>:{' '}
          {discountText(coupon, currency)}
        </span>
        <Button
          type="button"
          variant="quiet"
          size="small"
          onClick={() => {
            setCode('')
            check.reset()
            onChange(null)
          }}
        >
          {texts.remove}
        </Button>
      </p>
    )
  }

  function apply(): void {
    if (code.trim() !== '' && !check.isPending) check.mutate()
  }

  function applyOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter would submit the payment form
    event.preventDefault()
    apply()
  }

  const failure = check.error && (refusalSentence(check.error) ?? checkoutTexts.review.failed)
  return (
    <Field label={texts.label} isOptional error={failure ?? ''}>
      {(control) => (
        <div className="flex gap-3">
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            {...control}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              if (check.isError) check.reset()
            }}
            onKeyDown={applyOnEnter}
          />
          <Button type="button" variant="outline" aria-busy={check.isPending} onClick={apply}>
            {check.isPending ? texts.busy : texts.apply}
          </Button>
        </div>
      )}
    </Field>
  )
}
