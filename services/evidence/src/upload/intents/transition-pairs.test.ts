import { testTransitionPairs } from '../../../test/upload-states/transition-pairs.ts';

testTransitionPairs(2);
