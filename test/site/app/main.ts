// The page of the demo: the agent answers from inside of the page, and the taps of the extension see it.
import './install';
import '../../harness/page/main';
