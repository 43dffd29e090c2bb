# B6: a basic block of six statements, in source order
#
# Its dependences: 2 reads t0 of 1 and overwrites the t1 that 1 reads; 4 reads the t1 of 2 and overwrites t0; 5 reads
# the t3 of 3. 6 is free. 60 orders keep all of them; this one takes 12 cycles on the four-stage pipeline. Which
# statements could have filled the cycles in which 2, 4 and 5 wait?
#
#   stallscope run lecture/b6_source -m lecture-4 --diagram
#   stallscope run lecture/b6_source -m lecture-4 --against lecture/b6_scheduled
1: t0 = t1 + t2
2: t1 = t0 + t1
3: t3 = t2 + t4
4: t0 = t1 + t2
5: t5 = t3 + t4
6: t6 = t2 + t7
