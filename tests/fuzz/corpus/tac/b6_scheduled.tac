# B6 as a list scheduler orders it: 10 cycles, and no order is faster
#
# At each step the scheduler takes a statement that can start now, if there is one. 1, 3 and 6 fill the cycles in which
# 2 would wait; only 4 still has to wait for 2. Four of the 60 legal orders reach 10 cycles.
#
#   stallscope run lecture/b6_scheduled -m lecture-4 --diagram
#   stallscope explain lecture/b6_scheduled -m lecture-4 --op 6
1: t0 = t1 + t2
3: t3 = t2 + t4
6: t6 = t2 + t7
2: t1 = t0 + t1
5: t5 = t3 + t4
4: t0 = t1 + t2
