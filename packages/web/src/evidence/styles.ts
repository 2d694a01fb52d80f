/** Every style of the page, in the order in which they build on each other. */
import '../design/tokens.css'
import '../design/base.css'
import '../design/components.css'
import '../design/record.css'
import './page.css'
