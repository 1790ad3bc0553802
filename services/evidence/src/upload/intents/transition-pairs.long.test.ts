import { testTransitionPairs } from '../../../test/transition-pairs.ts';

testTransitionPairs(50);
