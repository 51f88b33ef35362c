import { Link } from 'react-router'
import { twoStepTexts } from '#domain/texts/two-step.ts'
import { withClinic } from '../lib/clinic-address.ts'
import { paths } from '../paths.ts'
import { Notice } from './ui/notice.tsx'

const texts = twoStepTexts.clinic

/** Tells an admin who has not taken the second step what is missing, and where to set it up. */
export function NeedsSecondStep() {
  return (
    <Notice tone="info">
      {texts.needsOwn}{' '}
      <Link className="link" to={withClinic(`${paths.settingsPassword}#two-step`)}>
        {texts.setUpOwn}
      </Link>
    </Notice>
  )
}
