import { Outlet } from 'react-router'
import { AccessFrame } from './access-frame.tsx'

/** Sign-in, sign-up and everything on the way. */
export default function AccessLayout() {
  return (
    <AccessFrame>
      <Outlet />
    </AccessFrame>
  )
}
