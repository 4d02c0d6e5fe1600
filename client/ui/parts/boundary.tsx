import { Component, type ReactNode, Suspense } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** What is shown if `children` fail, until there are others. */
  failure?: ReactNode
}

/** A part of a page that takes only itself away if it fails. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate({ children }: BoundaryProps) {
    if (this.state.failed && children !== this.props.children) this.setState({ failed: false })
  }

  override render() {
    const { children, failure = null } = this.props
    return this.state.failed ? failure : children
  }
}

interface PartProps extends BoundaryProps {
  /** What is shown until the part's code is loaded. */
  waiting?: ReactNode
}

/** A part of a page that is loaded when it is needed; if it fails, it is as if it never came. */
export function Part({ children, waiting = null, failure = waiting }: PartProps) {
  return (
    <Boundary failure={failure}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  )
}
