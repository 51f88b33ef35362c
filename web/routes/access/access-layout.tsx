import { Outlet } from 'react-router'
import { AccessFrame } from './access-frame.tsx'

/** Layout of sign-in, sign-up and related pages. */
export default function AccessLayout() {
  return (
    <AccessFrame>
      <Outlet />
    </AccessFrame>
  )
}
