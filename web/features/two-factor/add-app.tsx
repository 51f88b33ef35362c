import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { inFours } from '#domain/two-factor/two-factor.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { auth } from '#web/lib/session/auth.ts'
import { CodeForm } from './code-form.tsx'
import { dropWaiting } from './factors.ts'
import { twoFactorFailure } from './failure.ts'

const texts = twoFactorTexts.app

/** Sets up an authenticator app: scan or type the key, then confirm with a code. @param name an unused name */
export function AddApp({ name, onDone }: { name: string; onDone(): void }) {
  const attempt = useId()
  const app = useQuery({
    queryKey: clinicKey(useClinicSlug(), 'new-app', attempt),
    queryFn: () => enroll(name),
    // a refetch would create a second secret
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })

  async function verify(code: string): Promise<unknown> {
    const { error } = await auth.mfa.challengeAndVerify({ factorId: app.data?.factorId ?? '', code })
    if (!error) onDone()
    return error
  }

  if (app.isError) return <Notice tone="danger">{twoFactorFailure(app.error)}</Notice>
  if (!app.data) {
    return (
      <Loading label={twoFactorTexts.preparing}>
        <Skeleton className="size-52" />
      </Loading>
    )
  }
  return (
    <div className="space-y-6">
      <div>
        <p className="font-semibold">{texts.scan}</p>
        {/* white in the dark theme too, because cameras need the contrast */}
        <img
          src={app.data.qr}
          alt={texts.qr}
          width={208}
          height={208}
          className="mt-3 size-52 rounded-control border border-line bg-[white] p-2"
        />
      </div>
      <div>
        <p className="font-semibold">{texts.secret}</p>
        <p className="mt-2 rounded-control bg-sunken px-4 py-3 font-mono text-form break-words select-all">
          {inFours(app.data.secret)}
        </p>
        <CopyButton value={app.data.secret} className="mt-3">
          {texts.copySecret}
        </CopyButton>
      </div>
      <CodeForm label={texts.code} verify={verify} />
    </div>
  )
}

async function enroll(name: string): Promise<{ factorId: string; qr: string; secret: string }> {
  await dropWaiting('totp')
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) throw error
  return { factorId: data.id, qr: data.totp.qr_code, secret: data.totp.secret }
}
