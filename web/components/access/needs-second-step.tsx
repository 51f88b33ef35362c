import { Link } from 'react-router'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { Notice } from '../ui/notice.tsx'

const texts = twoFactorTexts.clinic

/** Shown to an admin without a second step. @param setUpAt path of the page to set it up */
export function NeedsSecondStep({ setUpAt }: { setUpAt: string }) {
  return (
    <Notice tone="info">
      {texts.needsOwn}{' '}
      <Link className="link" to={setUpAt}>
        {texts.setUpOwn}
      </Link>
    </Notice>
  )
}
